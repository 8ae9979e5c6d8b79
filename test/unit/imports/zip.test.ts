import { expect, onTestFinished, test } from 'vitest';
import { openZip } from '#server/features/imports/reading/zip.ts';
import { collect, expectProblem, writeTemporary, zipOf } from './reading-files.ts';

async function open(limits: { entries: number; unpacked: number }) {
  const bytes = await zipOf({ a: 'a'.repeat(600), b: 'b'.repeat(600), c: 'c'.repeat(2000) });
  const zip = await openZip(await writeTemporary('file.zip', bytes), limits);
  onTestFinished(zip.close);
  const read = async (name: string) => collect(await zip.open(name)());
  return { ...zip, read };
}

test('counts the unpacked bytes of all entries, each once', async () => {
  const zip = await open({ entries: 3, unpacked: 1000 });
  await zip.read('a');
  await zip.read('a');
  await expectProblem(zip.read('b'), { code: 'unpacked_too_large', values: { limit: 1000 } });
  await expectProblem(zip.read('c'), { code: 'unpacked_too_large' });
  await expectProblem((await open({ entries: 3, unpacked: 1000 })).read('c'), {
    code: 'unpacked_too_large',
  });
});

test('refuses archives with too many files', async () => {
  await expectProblem(open({ entries: 2, unpacked: 1 }), { code: 'too_many_entries' });
  expect((await open({ entries: 3, unpacked: 1 })).entries).toHaveLength(3);
});
