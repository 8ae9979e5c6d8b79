import { readdirSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { panelTypes } from '#lint/panel-types.ts';
import { panelValues } from '#lint/panel-values.ts';
import { registry } from '#server/features/registry.ts';
import {
  componentDescriptions,
  componentNames,
  sharedNames,
} from '#server/http/openapi/component-names.ts';
import { panelOpenapi } from '#server/http/openapi/panel.ts';
import { panelTeamPath } from '#server/operations/registry.ts';
import { statusOf } from '#server/platform/errors.ts';
import { type Contract, contractOf, into, isObject, partsOf } from '#test/support/contract.ts';
import { expectNamedValues, faultsOf } from '#test/support/document-faults.ts';
import { type Json, routesOf, useSharedService } from '#test/support/harness.ts';

/*
 * The OpenAPI document of the panel's API is complete and has nothing else. Every test of the panel checks answers against it
 * (test/support/people.ts).
 */
const service = useSharedService();
let contract: Contract;

beforeAll(async () => {
  const answer = await service.app.inject('/api/panel/openapi.json');
  expect(answer.statusCode).toBe(200);
  contract = contractOf(answer.json());
});

test('it is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(contract.document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

test('it has exactly the paths and methods that the app serves below /api/panel', () => {
  const served = routesOf(service.app)
    .filter(([method, path]) => path.startsWith('/api/panel/') && method !== 'HEAD')
    .map(
      ([method, path]) => `${method} ${path.slice('/api'.length).replaceAll(/:(\w+)/g, '{$1}')}`,
    );
  const described = contract.operations.map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual(served.sort());
  expect(described.length).toBeGreaterThanOrEqual(registry.panel.length + registry.account.length);
});

test('enumerations whose values are not identifiers name them, for older generators', () => {
  expectNamedValues(contract.document);
});

test('the panel’s types match the document: npm run panel:types', () => {
  const file = new URL('../../../panel/src/api/schema.ts', import.meta.url);
  expect(readFileSync(file, 'utf8') === panelTypes()).toBe(true);
});

test('the panel’s values match the declarations: npm run panel:types', () => {
  const root = new URL('../../../panel/src/api/', import.meta.url);
  const values = panelValues();
  const wrong = Object.keys(values).filter(
    (name) => readFileSync(new URL(name, root), 'utf8') !== values[name],
  );
  expect(wrong).toEqual([]);
  const files = readdirSync(new URL('records/', root)).map((name) => `records/${name}`);
  expect(files.filter((name) => !(name in values))).toEqual([]);
});

test('every operation has a unique id, a summary, and one tag with a description', () => {
  const ids = contract.operations.map(({ spec }) => String(spec.operationId));
  expect(ids.filter((id, i) => ids.indexOf(id) < i)).toEqual([]);
  const tags = (contract.document.tags as Json[]).map(({ name }) => name);
  for (const { spec } of contract.operations) {
    expect(spec.operationId).toMatch(/^[a-z]+[A-Z]\w*$/);
    expect(spec.summary, String(spec.operationId)).toMatch(/^[A-Z].+[^.\s]$/);
    expect(tags).toEqual(expect.arrayContaining(spec.tags as string[]));
    expect(spec.tags).toHaveLength(1);
  }
  for (const { name, description } of contract.document.tags as Json[])
    expect(description, String(name)).toMatch(/\w+ \w+/);
});

test('no operation lacks a schema of its answer, nor of a body that it accepts', () => {
  for (const { id, output } of registry.panel) expect(output.kind, id).not.toBe('object');
  const bodies = new Set(
    [...registry.panel.filter(({ input }) => input.body ?? hasSome(input.fields))].map(
      ({ id }) => id,
    ),
  );
  for (const { id, input } of registry.account) if (hasSome(input)) bodies.add(id);
  // Its body is the file.
  bodies.add('uploadFile');
  for (const { spec, pointer } of contract.operations) {
    const id = String(spec.operationId);
    const [status] = Object.keys(spec.responses as Json);
    // Addresses to which a browser is sent from another site redirect it.
    expect(Number(status), id).toBeLessThan(id === 'finishOidc' ? 304 : 300);
    const answer = contract.at(into(pointer, 'responses', status ?? '')) as Json;
    const isStream =
      isObject(answer.content) &&
      ['text/event-stream', 'text/csv', 'application/octet-stream'].some(
        (type) => type in (answer.content as Json),
      );
    expect('content' in answer || id.startsWith('begin'), id).toBe(true);
    if (!isStream && id !== 'getPanelDocument')
      expect(JSON.stringify(answer.content), id).toMatch(/"\$ref":"#\/components\/schemas\/\w+"/);
    expect('requestBody' in spec, id).toBe(bodies.has(id));
  }
  for (const [pointer, part] of partsOf((contract.document.components as Json).schemas))
    if (isObject(part) && part.type === 'object' && pointer.split('/').length === 2)
      expect('properties' in part || pointer === '#/Document', pointer).toBe(true);
});

const hasSome = (fields: object | undefined) => Object.keys(fields ?? {}).length > 0;

test('every reference resolves, and every component is used', () => {
  const references = new Set<string>();
  for (const [pointer, part] of partsOf(contract.document)) {
    if (!isObject(part) || typeof part.$ref !== 'string') continue;
    references.add(part.$ref);
    expect(contract.at(part.$ref), `${pointer} → ${part.$ref}`).toBeDefined();
  }
  const unused = Object.entries(contract.document.components as Json)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, entries]) =>
      Object.keys(entries as Json).map((name) => `#/components/${kind}/${name}`),
    )
    .filter((pointer) => !references.has(pointer));
  expect(unused).toEqual([]);
});

test('it has no constructs that generators and readers reject', () => {
  // A note is not a task, although the answers to deleting either look the same.
  expect(faultsOf(contract.document, ['DeletedNote'])).toEqual([]);
  const { description } = contract.document.info as Json;
  for (const [code, status] of Object.entries(statusOf))
    expect(description).toContain(`- **${status}** \`${code}\`: `);
});

test('notes and component names refer to existing components', async () => {
  const v1 = (await service.app.inject('/api/openapi.json')).json() as Json;
  const there = [v1, contract.document].flatMap(({ components }) =>
    Object.values(components as Json).flatMap((each) => Object.keys(each as Json)),
  );
  const written = [
    ...Object.values(componentNames),
    ...Object.values(sharedNames),
    ...Object.keys(componentDescriptions),
  ];
  expect(written.filter((name) => !there.includes(name))).toEqual([]);
});

test('every example and default matches its schema', () => {
  const wrong: string[] = [];
  let checked = 0;
  const check = (schemaPointer: string, value: unknown) => {
    checked += 1;
    const problem = contract.wrong(schemaPointer, value);
    if (problem !== undefined)
      wrong.push(`${schemaPointer}: ${problem} in ${JSON.stringify(value)}`);
  };
  for (const [pointer, part] of partsOf(contract.document)) {
    if (!isObject(part) || /\/(examples?|default)(\/|$)/.test(pointer)) continue;
    const holder = 'schema' in part ? into(pointer, 'schema') : pointer;
    if ('example' in part) check(holder, part.example);
    if ('default' in part && !/\/properties$/.test(pointer)) check(holder, part.default);
    if (Array.isArray(part.examples)) for (const value of part.examples) check(holder, value);
    else if (isObject(part.examples) && 'schema' in part)
      for (const each of Object.values(part.examples)) check(holder, (each as Json).value);
  }
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(100);
});

describe('refusals', () => {
  test('of every operation on a team are declared, as is the team’s slug', () => {
    const below = panelTeamPath.replace(/:(\w+)/, '{$1}');
    const ofTeams = contract.operations.filter(({ path }) => path.startsWith(below));
    expect(ofTeams.length).toBeGreaterThanOrEqual(registry.panel.length);
    for (const { path, spec } of ofTeams) {
      const { parameters } = (contract.document.paths as Json)[path] as { parameters: Json[] };
      expect(parameters, path).toContainEqual({ $ref: '#/components/parameters/TeamSlug' });
      expect(Object.keys(spec.responses as Json), path).toEqual(
        expect.arrayContaining(['401', '403', '404', '429', '503']),
      );
    }
  });

  test('for a missing fresh proof are declared', () => {
    const fresh = [
      ...registry.panel.filter(
        ({ fresh, mayFail }) => fresh ?? mayFail?.includes('REAUTH_REQUIRED'),
      ),
      ...registry.account.filter(
        ({ allow, mayFail }) => allow === 'fresh' || mayFail?.includes('REAUTH_REQUIRED'),
      ),
      // Requires it for large exports.
      { id: 'downloadAudit' },
    ].map(({ id }) => id);
    for (const { spec } of contract.operations) {
      const refused = JSON.stringify((spec.responses as Json)['403'] ?? '');
      expect(refused.includes('REAUTH_REQUIRED'), String(spec.operationId)).toBe(
        fresh.includes(String(spec.operationId)),
      );
    }
  });

  test('the API’s document does not mention sessions', async () => {
    const v1 = (await service.app.inject('/api/openapi.json')).json() as Json;
    expect(Object.keys(v1.paths as Json).filter((path) => path.includes('panel'))).toEqual([]);
    expect(JSON.stringify(v1)).not.toContain('pauta_session');
  });
});

test('two different schemas with one name are refused', () => {
  const [account] = registry.account;
  if (!account) throw new Error('there are account operations');
  const conflicting = {
    ...account,
    name: 'x.y',
    id: 'otherOne',
    output: { name: 'Session', fields: {} },
  };
  expect(() => panelOpenapi({ ...registry, account: [...registry.account, conflicting] })).toThrow(
    'two schemas called Session',
  );
});
