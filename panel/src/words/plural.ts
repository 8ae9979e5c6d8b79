/** The form of a language for a number: `plural('pt-BR')(2, { one: '1 código', other: '2 códigos' })`. */
export const plural = (locale: string) => {
  const rules = new Intl.PluralRules(locale);
  return (count: number, forms: { readonly one: string; readonly other: string }) =>
    rules.select(count) === 'one' ? forms.one : forms.other;
};
