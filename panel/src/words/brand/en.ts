import type { BrandWords } from './pt-BR.ts';

export const words: BrandWords = {
  title: 'Brand',
  about: 'The logo and the colour that clients see on approval pages.',
  logo: 'Logo',
  addLogo: 'Upload a logo',
  changeLogo: 'Change logo',
  removeLogo: 'Remove logo',
  logoTooLarge: 'The logo can have up to 500 kB.',
  color: 'Main colour',
  save: 'Apply colour',
  removeColor: 'Use the default colour',
};
