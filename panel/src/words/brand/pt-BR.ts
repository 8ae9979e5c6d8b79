/* Words of the team's brand. */

export const words = {
  title: 'Marca',
  about: 'O logo e a cor que os clientes veem nas páginas de aprovação.',
  logo: 'Logo',
  addLogo: 'Enviar logo',
  changeLogo: 'Trocar logo',
  removeLogo: 'Remover logo',
  logoTooLarge: 'O logo pode ter até 500 kB.',
  color: 'Cor principal',
  save: 'Aplicar cor',
  removeColor: 'Usar a cor padrão',
};

export type BrandWords = typeof words;
