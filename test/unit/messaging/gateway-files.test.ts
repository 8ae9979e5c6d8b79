import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { gatewayNames } from '#server/outbound/messaging/connection.ts';

/** Files of every gateway, by what they decide. */
const files = ['index', 'client', 'content', 'callbacks', 'connect', 'health', 'media'];

test.each(gatewayNames)('the gateway %s has the same files as the others', (gateway) => {
  const folder = new URL(`../../../server/features/gateways/${gateway}/`, import.meta.url);
  const missing = files.filter((file) => !existsSync(fileURLToPath(new URL(`${file}.ts`, folder))));
  expect(missing).toEqual([]);
});
