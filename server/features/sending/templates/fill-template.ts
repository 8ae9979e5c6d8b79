import type { Json } from '#server/outbound/messaging/connection.ts';
import type { Template } from '#server/outbound/messaging/gateway.ts';
import { InvalidValues, type Problem } from '#server/records/invalid-values.ts';

/*
 * Fills in templates of the official API. Sources: github.com/facebook/openapi at ecba623, business-messaging-api_v23.0.yaml,
 * `GET /{WABA-ID}/message_templates`, `TemplateComponent` and `ParameterObject`.
 */

/** Media of a header that a file fills in. */
const headerFiles = ['image', 'video', 'document'] as const;
type HeaderFile = (typeof headerFiles)[number];

/** Input of the caller: values of the text's variables, or complete components in the network's format. */
export interface TemplateInput {
  readonly variables: readonly string[] | null;
  readonly components: readonly Json[] | null;
  /** True if a file fills in the header. */
  readonly hasFile?: boolean;
}

/** Template that can be sent. */
export interface FilledTemplate {
  /** In the network's format. */
  readonly components: readonly Json[];
  /** Text as the recipient reads it. */
  readonly text: string;
  /** Type of the file in the header; undefined if the components have it, or there is none. */
  readonly header: HeaderFile | undefined;
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const variable = /\{\{\s*(\w+)\s*\}\}/g;

/** Returns the variables of a text: {{1}}, {{2}}… in numerical order, {{named}} ones in order of appearance. */
export function variablesOf(text: string): string[] {
  const names = [...new Set([...text.matchAll(variable)].map(([, name = '']) => name))];
  return names.every((name) => /^\d+$/.test(name))
    ? names.toSorted((a, b) => Number(a) - Number(b))
    : names;
}

/** Values that a template requires. */
interface Needs {
  readonly header: string;
  readonly body: string;
  readonly footer: string;
  /** Media type of the header if it is not a text, such as `image`. */
  readonly media: string | undefined;
  /** Indexes of the buttons that need a value. */
  readonly buttons: readonly number[];
}

function needsOf({ components }: Template): Needs {
  const part = (type: string) =>
    components.find((component) => textOf(component.type).toUpperCase() === type);
  const header = part('HEADER');
  const format = textOf(header?.format).toLowerCase();
  const buttons = list(part('BUTTONS')?.buttons)
    .filter(isObject)
    .flatMap(({ type, url }, index) => {
      const isOpen =
        type === 'COPY_CODE' || (type === 'URL' && variablesOf(textOf(url)).length > 0);
      return isOpen ? [index] : [];
    });
  return {
    header: textOf(header?.text),
    body: textOf(part('BODY')?.text),
    footer: textOf(part('FOOTER')?.text),
    media: header && format !== 'text' && format !== '' ? format : undefined,
    buttons,
  };
}

const isHeaderFile = (media: string | undefined): media is HeaderFile =>
  headerFiles.some((each) => each === media);

const formatNames = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ');

/** The network's rule for values of variables. */
const isValue = (value: string) =>
  value.trim() !== '' && value.length <= 1_024 && !/[\n\r\t]| {5}/.test(value);
const valueRule =
  'each of 1 to 1024 characters, without line breaks, tabs or more than four blanks in a row';

function fromVariables(needs: Needs, variables: readonly string[], hasFile: boolean): Json[] {
  const others = [
    ...(variablesOf(needs.header).length > 0 ? ['variables in the header'] : []),
    ...(needs.media && !hasFile ? [`a header of type ${needs.media}`] : []),
    ...(needs.buttons.length > 0 ? ['a button to fill in'] : []),
  ];
  if (others.length > 0)
    throw new InvalidValues([
      {
        name: 'components',
        problem: `is required, because the template has ${others.join(' and ')}${
          isHeaderFile(needs.media) && others.length === 1 ? '; or file_id, for its header' : ''
        }`,
        code: 'required',
      },
    ]);
  const names = variablesOf(needs.body);
  if (variables.length !== names.length || !variables.every(isValue))
    throw new InvalidValues([
      {
        name: 'variables',
        problem:
          names.length === 0
            ? 'must be left out or empty, because the template has none'
            : `must be a list of ${names.length} strings, for ${formatNames(names)}, ${valueRule}`,
        code: 'invalid',
      },
    ]);
  if (names.length === 0) return [];
  const parameters = names.map((name, index) => ({
    type: 'text',
    text: variables[index],
    ...(/^\d+$/.test(name) ? {} : { parameter_name: name }),
  }));
  return [{ type: 'body', parameters }];
}

const isOf = (component: Json, type: string) => textOf(component.type).toLowerCase() === type;

const parametersOf = (components: readonly Json[], type: string): readonly unknown[] =>
  list(components.find((component) => isOf(component, type))?.parameters);

function checkComponents(needs: Needs, components: readonly Json[], hasFile: boolean): void {
  const problems: Problem[] = [];
  const wants = (type: string, count: number, what: string) => {
    const parameterCount = parametersOf(components, type).length;
    if (parameterCount !== count)
      problems.push({
        name: 'components',
        problem: `must have ${count} parameters of type ${type} (${what}), not ${parameterCount}`,
        code: 'invalid',
      });
  };
  const types = ['header', 'body', 'button'];
  if (!components.every((component) => types.some((type) => isOf(component, type))))
    problems.push({
      name: 'components',
      problem: `must each have a type: ${types.join(', ')}`,
      code: 'invalid',
    });
  const [header, body] = [variablesOf(needs.header), variablesOf(needs.body)];
  wants(
    'header',
    hasFile ? 0 : needs.media ? 1 : header.length,
    hasFile ? 'file_id fills it in' : (needs.media ?? (formatNames(header) || 'none')),
  );
  wants('body', body.length, formatNames(body) || 'none');
  const filled = components
    .filter((component) => isOf(component, 'button'))
    .map(({ index }) => Number(index));
  const empty = needs.buttons.filter((index) => !filled.includes(index));
  if (empty.length > 0)
    problems.push({
      name: 'components',
      problem: `must fill in the buttons with the index ${empty.join(', ')}`,
      code: 'required',
    });
  if (problems.length > 0) throw new InvalidValues(problems);
}

/** Replaces the variables of a text with their values. */
function rendered(text: string, parameters: readonly unknown[]): string {
  const values = parameters.filter(isObject);
  const names = variablesOf(text);
  return text.replace(variable, (whole, name: string) => {
    const named = values.find((value) => value.parameter_name === name);
    const value = named ?? values[names.indexOf(name)];
    const special = isObject(value?.[textOf(value?.type)])
      ? value?.[textOf(value?.type)]
      : undefined;
    const fallback = isObject(special) ? special.fallback_value : undefined;
    return textOf(value?.text) || textOf(fallback) || whole;
  });
}

/** Max length of a message. */
const maxLength = 4_096;

/**
 * Fills in a template.
 * @throws InvalidValues if values are missing, superfluous or not acceptable to the network
 */
export function filledWith(
  template: Template,
  { variables, components, hasFile = false }: TemplateInput,
): FilledTemplate {
  const needs = needsOf(template);
  const { media } = needs;
  if (hasFile && !isHeaderFile(media))
    throw new InvalidValues([
      {
        name: 'file_id',
        problem: `must be left out, because the template's header is no ${headerFiles.join(', ')}`,
        code: 'conflicting',
      },
    ]);
  if (components) checkComponents(needs, components, hasFile);
  const parts = components ?? fromVariables(needs, variables ?? [], hasFile);
  const text = [
    rendered(needs.header, parametersOf(parts, 'header')),
    rendered(needs.body, parametersOf(parts, 'body')),
    needs.footer,
  ]
    .filter((line) => line !== '')
    .join('\n');
  if (text.length > maxLength)
    throw new InvalidValues([
      {
        name: components ? 'components' : 'variables',
        problem: `must leave the filled-in template at most ${maxLength} characters long`,
        code: 'too_long',
        limit: maxLength,
      },
    ]);
  const header = hasFile && isHeaderFile(media) ? media : undefined;
  return { components: parts, text: text || template.name, header };
}

const maxNamedPhases = 20;

/**
 * Returns the template with this name and language.
 * @throws InvalidValues if none can be sent, naming those that can
 */
export function chosen(templates: readonly Template[], name: string, language: string): Template {
  const named = templates.filter((template) => template.name === name);
  const approved = templates.filter(({ status }) => status === 'APPROVED');
  const names = [...new Set(approved.map((template) => template.name))].slice(0, maxNamedPhases);
  const problemOf = (problem: string, field = 'template') =>
    new InvalidValues([{ name: field, problem, code: 'not_allowed' }]);
  if (named.length === 0)
    throw problemOf(
      names.length > 0
        ? `must be one that the number has, such as ${names.join(', ')}`
        : 'must be one that the number has; it has no approved template',
    );
  const match = named.find((template) => template.language === language);
  if (!match)
    throw problemOf(
      `must be one that template ${name} has: ${named.map((one) => one.language).join(', ')}`,
      'language',
    );
  if (match.status !== 'APPROVED')
    throw problemOf(`${name} (${language}) is ${match.status}; only approved ones can be sent`);
  return match;
}
