import { loadInvalid } from '../words/problems/use.ts';
import { type Locale, localeNow } from '../words/translations.ts';

/*
 * Fields that the browser refuses are explained in the panel's language: a capture-phase listener gives each its sentence before the
 * browser shows its own. Fields with a reason of their component, such as dates, keep it.
 */

type Explain = Awaited<ReturnType<typeof loadInvalid>>;

const explains = new Map<Locale, Explain | undefined>();
const explained = new Map<HTMLInputElement, Explain>();

/** Explains again the fields that may be valid by now. */
function refresh(): void {
  for (const [input, explain] of explained) {
    input.setCustomValidity('');
    if (input.validity.valid) explained.delete(input);
    else input.setCustomValidity(explain(input));
  }
}

async function load(locale: Locale, input: HTMLInputElement): Promise<void> {
  explains.set(locale, await loadInvalid(locale).catch(() => undefined));
  (input.form ?? input).reportValidity();
  // Without the sentences the browser's own have to do, this time.
  if (!explains.get(locale)) explains.delete(locale);
}

document.addEventListener(
  'invalid',
  (event) => {
    const input = event.target as HTMLInputElement;
    if (input.validity.customError) return;
    const locale = localeNow();
    const explain = explains.get(locale);
    if (explain) {
      input.setCustomValidity(explain(input));
      explained.set(input, explain);
    } else if (!explains.has(locale)) {
      event.preventDefault();
      void load(locale, input);
    }
  },
  true,
);
for (const event of ['input', 'click']) document.addEventListener(event, refresh, true);
