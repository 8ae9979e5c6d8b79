import { expect, test } from 'vitest';
import { phoneKey, phoneSpellings } from '#server/features/imports/rows/phone-keys.ts';
import { useSharedService } from '#test/support/harness.ts';

const service = useSharedService();

/** Numbers of many lengths and countries, in several notations. */
const phones = [
  ...[
    '',
    '1',
    '1234567',
    '12345678',
    'ramal 12',
    '(11) 99876-5432',
    '011 99876-5432',
    '11 3333-4444',
  ],
  ...[
    '+55 (11) 99876-5432',
    '5511998765432',
    '551198765432',
    '1198765432',
    '551133334444',
    '55113333444',
  ],
  ...['+52 1 55 1234 5678', '525512345678', '5215512345678', '521551234567', '+54 9 11 1234-5678'],
  ...['541112345678', '5491112345678', '0054 11 1234 5678', '+351 912 345 678', '15551234567'],
  ...['5501998765432', '5511098765432', '5511918765432', '551158765432', '55115876543210'],
];

test('phones have the keys and spellings that the database gives them', async () => {
  const rows = await service.sql(
    `select p.phone, phone_key(p.phone) as key, array(select phone_spellings(p.phone)) as spellings
      from unnest($1::text[]) p (phone)`,
    [phones],
  );
  expect(
    phones.map((phone) => ({
      ...{ phone, key: phoneKey(phone) ?? null },
      spellings: [...phoneSpellings(phone)],
    })),
  ).toEqual(rows);
});
