import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variableNames } from '#server/platform/config.ts';

/* deploy/compose.yaml passes the service's variables on, and deploy/env.example names only variables that it reads. */

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const compose = textOf('deploy/compose.yaml');
const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** Variables that Compose or the image sets. */
const fixed = {
  DATABASE_URL: 'the PostgreSQL of Compose',
  DATABASE_POOL: 'fits max_connections of that PostgreSQL',
  REDIS_URL: 'the Redis of Compose',
  ROLE: 'web or worker, by container',
  TRUST_PROXY: 'the proxy of Compose',
  HOST: 'by the image',
  PORT: 'by the image',
  DATA_DIR: 'by the image, a volume',
  METRICS_PORT: 'by the image, for its health check',
};

/** Variables without a use in Compose. */
const unused = {
  DATABASE_REPLICA_URL: 'that PostgreSQL has no replicas',
  WORKERS: 'a container has one processor: add containers',
  METRICS_HOST: 'no port of the nodes is published',
  LEDGER_URL: 'the ledger is in the volume of files, which another disk can hold',
};

const passedOn = namesIn(compose, /^ {2,4}([A-Z_]+): \$\{\1:[-?]/gm);

test('each variable of the service is passed on, set, or without a use', () => {
  const names = [...passedOn, ...Object.keys(fixed), ...Object.keys(unused)];
  expect(names.sort()).toEqual([...variableNames].sort());
});

test('what Compose sets is set, and what it does not pass on is not', () => {
  const set = namesIn(compose + textOf('deploy/Dockerfile'), /\b([A-Z_]+)(?:: |=)(?!\$\{\1\b)/g);
  expect(set).toEqual(expect.arrayContaining(Object.keys(fixed)));
  for (const name of Object.keys(unused)) expect(set).not.toContain(name);
});

test('the example names only variables that Compose reads, and all of backups', () => {
  const example = namesIn(textOf('deploy/env.example'), /^#?([A-Z_]+)=/gm);
  const read = namesIn(compose, /\$\{([A-Z_]+):/g);
  expect(example.filter((name) => !read.includes(name))).toEqual([]);
  expect(example).toEqual(expect.arrayContaining(read.filter((name) => /^BACKUP_/.test(name))));
});

test('every variable is in the documents', () => {
  const documented = namesIn(textOf('docs/operating.md'), /`([A-Z][A-Z_]+)`/g);
  expect(variableNames.filter((name) => !documented.includes(name))).toEqual([]);
});
