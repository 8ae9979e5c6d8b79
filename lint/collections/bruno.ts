import type { Request, RequestFolder } from './requests.ts';

/*
 * Collection for Bruno 3 or later, in OpenCollection format: a YAML file per request
 * (https://docs.usebruno.com/opencollection-yaml/structure-reference).
 */

type Value =
  | string
  | number
  | boolean
  | readonly Value[]
  | { readonly [key: string]: Value | undefined };

/** Renders a text as a YAML block scalar, or as JSON, which is also valid YAML, if it has one line. */
function textIn(value: string, indent: string): string {
  if (!value.includes('\n')) return JSON.stringify(value);
  return `|-${value
    .trim()
    .split('\n')
    .map((line) => (line === '' ? '\n' : `\n${indent}${line}`))
    .join('')}`;
}

/** Renders the subset of YAML that collections need. */
function yaml(value: Value, indent = ''): string {
  if (typeof value === 'string') return textIn(value, indent);
  if (typeof value !== 'object') return String(value);
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return value
      .map((each: Value) => `\n${indent}- ${yaml(each, inner).replace(/^\n\s*/, '')}`)
      .join('');
  return Object.entries(value)
    .filter((entry): entry is [string, Value] => entry[1] !== undefined)
    .map(([key, each]) => {
      const written = yaml(each, inner);
      return `\n${indent}${key}:${written.startsWith('\n') ? '' : ' '}${written}`;
    })
    .join('');
}

const file = (value: Value) => `${yaml(value).trimStart()}\n`;

const bearer = (token: string) => ({ type: 'bearer', token });

function request(each: Request, seq: number): Value {
  const { name, about, method, path, query, headers, body, status, sets, token } = each;
  const sent = query.filter(({ isSent }) => isSent).map(({ name, value }) => `${name}=${value}`);
  const params = query.map(({ name, value, about: description, isSent }) => ({
    name,
    value,
    ...(description !== '' && { description }),
    type: 'query',
    disabled: isSent ? undefined : true,
  }));
  const headerList = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const actions = Object.entries(sets).map(([variable, at]) => ({
    type: 'set-variable',
    phase: 'after-response',
    selector: { expression: `res.body.${at}`, method: 'jsonq' },
    variable: { name: variable, scope: 'runtime' },
  }));
  return {
    info: { name, type: 'http', seq },
    http: {
      method,
      url: `{{baseUrl}}${path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
      params: params.length > 0 ? params : undefined,
      headers: headerList.length > 0 ? headerList : undefined,
      body: body && { type: 'json', data: JSON.stringify(body, null, 2) },
      auth: token === undefined ? 'inherit' : bearer(token),
    },
    runtime: {
      actions: actions.length > 0 ? actions : undefined,
      assertions: [{ expression: 'res.status', operator: 'eq', value: String(status) }],
    },
    docs: about === '' ? undefined : about,
  };
}

const two = (n: number) => String(n).padStart(2, '0');

/** @param about description of the collection, in Markdown @returns path below the collection's folder → text */
export function brunoCollection(
  folders: readonly RequestFolder[],
  variables: Readonly<Record<string, string>>,
  about: string,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  files.set(
    'opencollection.yml',
    file({
      opencollection: '1.0.0',
      info: { name: 'Pauta' },
      request: { auth: bearer('{{apiKey}}') },
      docs: about,
      bundled: false,
    }),
  );
  files.set(
    'environments/Local.yml',
    file({
      name: 'Local',
      // A variable without a value is a secret that the user sets, kept out of the files.
      variables: Object.entries(variables).map(([name, value]) =>
        value === '' ? { name, secret: true } : { name, value },
      ),
    }),
  );
  for (const [i, folder] of folders.entries()) {
    const directory = `${two(i + 1)} ${folder.name}`;
    files.set(
      `${directory}/folder.yml`,
      file({
        info: { name: folder.name, type: 'folder', seq: i + 1 },
        request: { auth: 'inherit' },
        docs: folder.about === '' ? undefined : folder.about,
      }),
    );
    for (const [k, each] of folder.requests.entries())
      files.set(`${directory}/${each.id}.yml`, file(request(each, k + 1)));
  }
  return files;
}
