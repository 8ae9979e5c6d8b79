import type { Templates } from '#panel/api/types.ts';
import { folded } from '#panel/ui/filter-by-words.ts';

/* Filled templates of official numbers, as the network accepts them and as the contact reads them. */

export type Template = Templates['templates'][number];

const variable = /\{\{\s*(\w+)\s*\}\}/g;

/** Variables of a text: {{1}}, {{2}}… by number, {{named}} ones in order of appearance. */
function variablesOf(text: string): readonly string[] {
  const names = [...new Set([...text.matchAll(variable)].map(([, name = '']) => name))];
  return names.every((name) => /^\d+$/.test(name))
    ? names.sort((a, b) => Number(a) - Number(b))
    : names;
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '');
type Component = Template['components'][number];
const isObject = (value: unknown): value is Component =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Value to fill in. */
interface Slot {
  /** `body 1`, unique within the template. */
  readonly key: string;
  readonly part: 'header' | 'body' | 'button';
  readonly name: string;
  /** Label and index of a button. */
  readonly label?: string;
  readonly index?: number;
}

const headerMedia = ['image', 'video', 'document'] as const;
export type HeaderMedia = (typeof headerMedia)[number];

interface Shape {
  readonly header: string;
  readonly body: string;
  readonly footer: string;
  /** Text of each button, and its URL; empty if it has none. */
  readonly buttons: readonly { readonly text: string; readonly url: string }[];
  readonly slots: readonly Slot[];
  /** Type of the file that the header needs. */
  readonly media: HeaderMedia | undefined;
  /** True if it requires something that cannot be entered here: a location in its header, or a code on a button. */
  readonly isBeyond: boolean;
}

/** Parses a template into its parts and required values. */
export function shapeOf({ components }: Template): Shape {
  const part = (type: string) =>
    components.find((component) => textIn(component.type).toUpperCase() === type);
  const header = part('HEADER');
  const format = textIn(header?.format).toLowerCase();
  const media = headerMedia.find((each) => each === format);
  const [head, body] = [textIn(header?.text), textIn(part('BODY')?.text)];
  const listed: unknown = part('BUTTONS')?.buttons;
  const buttons = (Array.isArray(listed) ? listed : []).filter(isObject);
  const slots = (of: 'header' | 'body', text: string): readonly Slot[] =>
    variablesOf(text).map((name) => ({ key: `${of} ${name}`, part: of, name }));
  return {
    header: head,
    body,
    footer: textIn(part('FOOTER')?.text),
    buttons: buttons.map(({ text, url }) => ({ text: textIn(text), url: textIn(url) })),
    slots: [
      ...slots('header', head),
      ...slots('body', body),
      ...buttons.flatMap(({ url, text }, index): readonly Slot[] =>
        variablesOf(textIn(url)).length > 0
          ? [{ key: `button ${index}`, part: 'button', name: '1', label: textIn(text), index }]
          : [],
      ),
    ],
    media,
    isBeyond:
      (header !== undefined && media === undefined && format !== 'text' && format !== '') ||
      buttons.some(({ type }) => type === 'COPY_CODE'),
  };
}

export type TemplateValues = Readonly<Record<string, string>>;

const filled = (of: 'header' | 'body', text: string, values: TemplateValues) =>
  text.replace(variable, (whole, name: string) => values[`${of} ${name}`]?.trim() || whole);

/** Text as the contact reads it. */
export const previewOf = ({ header, body, footer }: Shape, values: TemplateValues): string =>
  [filled('header', header, values), filled('body', body, values), footer]
    .filter((line) => line !== '')
    .join('\n');

/** URL of a button with its value. */
export const filledUrl = (url: string, value = '') =>
  url.replace(variable, (whole) => value.trim() || whole);

/** True for a value that the network accepts. */
export const isValue = (value: string) =>
  value.trim() !== '' && value.length <= 1_024 && !/[\n\r\t]| {5}/.test(value);

/** Components to send with a template. */
export function componentsOf({ slots }: Shape, values: TemplateValues): readonly Component[] {
  const parametersOf = (part: Slot['part']) =>
    slots
      .filter((slot) => slot.part === part)
      .map(({ key, name }) => ({
        type: 'text',
        text: values[key]?.trim() ?? '',
        ...(/^\d+$/.test(name) ? {} : { parameter_name: name }),
      }));
  const [header, body] = [parametersOf('header'), parametersOf('body')];
  return [
    ...(header.length > 0 ? [{ type: 'header', parameters: header }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body }] : []),
    ...slots.flatMap(({ key, index }) =>
      index === undefined
        ? []
        : [
            {
              type: 'button',
              sub_type: 'url',
              index: String(index),
              parameters: [{ type: 'text', text: values[key]?.trim() ?? '' }],
            },
          ],
    ),
  ];
}

/** Approved templates that match the search. */
export const matchingTemplates = (
  templates: readonly Template[],
  sought: string,
): readonly Template[] =>
  templates.filter(
    (template) =>
      template.status === 'APPROVED' &&
      folded(`${template.name} ${shapeOf(template).body}`).includes(folded(sought.trim())),
  );
