/**
 * Plural form for a number: `plural('pt-BR')(2, { one: `${n} código`, other: `${n} códigos` })`. Zero takes `other`: CLDR assigns it to
 * `one` in Portuguese, although people write "0 tarefas".
 */
export const plural = (locale: string) => {
  const rules = new Intl.PluralRules(locale);
  return (count: number, forms: { readonly one: string; readonly other: string }) =>
    count !== 0 && rules.select(count) === 'one' ? forms.one : forms.other;
};
