import { expect, test } from 'vitest';
import { errorReasons } from '#server/platform/error-reasons.ts';
import { conflict, errorBody, invalid, invalidRequest } from '#server/platform/errors.ts';
import { refusalSites } from '#test/support/refusal-sources.ts';

/* Every refusal of an input names its fields: the functions that make errors demand them, and no other place makes such an error. */

const sites = refusalSites();

test('errors about inputs are made by functions that demand fields or a reason', () => {
  expect(sites.length).toBeGreaterThan(250);
  const codes = ['VALIDATION_ERROR', 'DUPLICATE_ENTRY', 'CONFLICT', 'FORBIDDEN'];
  const others = sites.filter(({ file, maker, details }) => {
    const isMaker = file === 'platform/errors.ts';
    return codes.includes(maker) && !isMaker && !/\b(fields|reason)\b/.test(details);
  });
  expect(others).toEqual([]);
});

test('a refusal of a field is not made without its name', () => {
  const calls = sites.filter(({ maker }) => maker === 'invalidRequest');
  expect(calls.length).toBeGreaterThan(15);
  const isAboutField = /^[a-z]+(_[a-z]+)*(:| (must|is|are|cannot|and) )/;
  expect(calls.filter(({ messages }) => messages.some((text) => isAboutField.test(text)))).toEqual(
    [],
  );
  const empty = sites.filter(
    ({ maker, details }) => maker === 'invalid' && /^(\[\]|''),/.test(details),
  );
  expect(empty).toEqual([]);
});

/** Reason of a record that a bulk change leaves alone, which is no error. */
const skippedByBulk = "'changed_since'";

test('every reason has a refusal', () => {
  const used = [...sites.map(({ details }) => details), skippedByBulk].join('\n');
  const unused = errorReasons.filter((reason) => !used.includes(`'${reason}'`));
  expect(unused).toEqual([]);
});

test('the API names fields, codes and limits; the panel also gets reasons and formats', () => {
  const error = (of: Parameters<typeof errorBody>[0], forPanel: boolean) =>
    (JSON.parse(errorBody(of, forPanel)) as { readonly error: object }).error;
  const tooLong = invalid('text must …', 'text', 'too_long', {
    limit: 9,
    format: 'json',
    reason: 'limit',
  });
  const field = { name: 'text', code: 'too_long', limit: 9 };
  const plain = { code: 'VALIDATION_ERROR', message: 'text must …', fields: [field] };
  expect(error(tooLong, false)).toEqual(plain);
  expect(error(tooLong, true)).toEqual({
    ...plain,
    fields: [{ ...field, format: 'json' }],
    reason: 'limit',
  });
  const busy = { code: 'CONFLICT', message: 'Busy.' };
  expect(error(conflict('Busy.', 'busy'), false)).toEqual(busy);
  expect(error(conflict('Busy.', 'busy'), true)).toEqual({ ...busy, reason: 'busy' });
  expect(error(conflict('Busy.', 'busy', 'slug'), false)).toEqual({
    ...busy,
    fields: [{ name: 'slug', code: 'conflicting' }],
  });
  expect(error(invalidRequest('Bad.', 'malformed'), false)).toEqual({
    code: 'VALIDATION_ERROR',
    message: 'Bad.',
  });
});

test('an error for a caller has no stack trace; errors made after it do', () => {
  const { stack } = conflict('Busy.', 'busy');
  expect(stack).toBe('ApiError: Busy.');
  expect(new Error('other').stack).toMatch(/\n {4}at /);
});
