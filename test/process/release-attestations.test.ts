import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  type Bundle,
  bundlesOf,
  type Policy,
  statementOf,
  verifyRelease,
} from '#deploy/release/attestation.ts';
import { startSampleSigstore } from '#deploy/release/sample-sigstore.ts';

/* The command that verifies files of a release (docs/releasing.md), with npm's Sigstore libraries and a Sigstore instance of this test. */

const directory = mkdtempSync(join(tmpdir(), 'pauta-attestations-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const policy = { repository: 'example/pauta', commit: 'a'.repeat(40), ref: 'refs/tags/v1.2.3' };
const file = Buffer.from('a package');
const issuer = 'https://token.actions.githubusercontent.com';
const identityOf = (repository: string, workflow: string, ref: string) =>
  `https://github.com/${repository}/.github/workflows/${workflow}@${ref}`;
const identity = identityOf('example/pauta', 'release.yml', 'refs/tags/v1.2.3');
const sigstore = await startSampleSigstore();
const statement = statementOf({ 'pauta-1.2.3.tgz': file }, policy);
const genuine = await sigstore.attest(statement, { identity, issuer });

interface Case {
  readonly bytes?: Buffer;
  readonly bundle?: Bundle | string;
  readonly root?: object;
  readonly demands?: Partial<Policy>;
}

/** The reason of a refusal, or `accepted`. */
function verify({ bytes = file, bundle = genuine, root, demands }: Case = {}): string {
  const text = typeof bundle === 'string' ? bundle : JSON.stringify(bundle);
  const required = { repository: policy.repository, ...demands };
  try {
    verifyRelease(bundlesOf(text), bytes, required, root ?? sigstore.trustedRoot);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
}
const signedBy = (changes: { readonly identity?: string; readonly issuer?: string }) =>
  sigstore.attest(statement, { identity, issuer, ...changes });
test('accepts a file that the workflow attested, in each format of bundles', async () => {
  expect(verify()).toBe('accepted');
  expect(verify({ demands: policy })).toBe('accepted');
  const unrelated = await signedBy({
    identity: identityOf('a/b', 'release.yml', policy.ref),
  });
  const lines = `${JSON.stringify(unrelated)}\n${JSON.stringify(genuine)}\n`;
  expect(verify({ bundle: lines })).toBe('accepted');
  // The answer of npm's registry, with npm's own attestation, and SHA-512 as in npm's provenance.
  const predicateType = 'https://slsa.dev/provenance/v1';
  const sha512 = createHash('sha512').update(file).digest('hex');
  const subject = [{ name: 'pkg:npm/pauta@1.2.3', digest: { sha512 } }];
  const ofNpm = await sigstore.attest({ ...statement, subject }, { identity, issuer });
  const attestations = [
    { predicateType: 'https://github.com/npm/attestation/v0.1', bundle: {} },
    { predicateType, bundle: ofNpm },
  ];
  expect(verify({ bundle: JSON.stringify({ attestations }, undefined, 2) })).toBe('accepted');
});

test('refuses each deviation', async () => {
  const changed = Buffer.from(file);
  changed[0] = 0;
  expect(verify({ bytes: changed })).toContain('no subject has the digest of the file');
  const forged = structuredClone(genuine);
  const payload = Buffer.from(genuine.dsseEnvelope.payload, 'base64').toString();
  Object.assign(forged.dsseEnvelope, {
    payload: Buffer.from(payload.replace('v1.2.3', 'v1.2.4')).toString('base64'),
  });
  expect(verify({ bundle: forged })).not.toBe('accepted');
  const repository = identityOf('example/fork', 'release.yml', policy.ref);
  expect(verify({ bundle: await signedBy({ identity: repository }) })).toContain(
    `signed by ${repository}`,
  );
  // A name that begins with the expected one.
  const longer = `https://github.com/example/pauta/.github/workflows/release.yml.evil.yml@${policy.ref}`;
  expect(verify({ bundle: await signedBy({ identity: longer }) })).toContain('signed by');
  const workflow = identityOf('example/pauta', 'test.yml', policy.ref);
  expect(verify({ bundle: await signedBy({ identity: workflow }) })).toContain('signed by');
  const branch = identityOf('example/pauta', 'release.yml', 'refs/heads/main');
  expect(verify({ bundle: await signedBy({ identity: branch }) })).toContain('signed by');
  const stranger = await signedBy({ issuer: 'https://issuer.example.com' });
  expect(verify({ bundle: stranger })).toContain('issued by https://issuer.example.com');
  expect(verify({ demands: { commit: 'b'.repeat(40) } })).toContain('from the commit aaaa');
  expect(verify({ demands: { ref: 'refs/tags/v1.2.4' } })).toContain('signed by');
  const provenance = { ...statement, predicateType: 'https://spdx.dev/Document' };
  expect(verify({ bundle: await sigstore.attest(provenance, { identity, issuer }) })).toMatch(
    /no SLSA provenance/,
  );
  const older = { ...statement, _type: 'https://in-toto.io/Statement/v0.1' as never };
  expect(verify({ bundle: await sigstore.attest(older, { identity, issuer }) })).toContain(
    'it is a https://in-toto.io/Statement/v0.1',
  );
});

test('refuses the statement of a workflow about a different repository, workflow or branch', async () => {
  const claims = [
    { repository: 'example/fork' },
    { workflow: 'test.yml' },
    { ref: 'refs/heads/main' },
  ];
  for (const claim of claims) {
    const about = statementOf({ file }, { ...policy, ...claim });
    const bundle = await sigstore.attest(about, { identity, issuer });
    expect(verify({ bundle })).toContain('it was built');
  }
});

test('refuses an expired certificate, an entry missing from the log, and an unknown Sigstore', async () => {
  const certified = new Date(Date.now() + 3_600_000);
  const attestAfter = async (minutes: number) => {
    const logged = new Date(certified.getTime() + minutes * 60_000);
    const { attest, trustedRoot } = await startSampleSigstore({ certified, logged });
    return { bundle: await attest(statement, { identity, issuer }), root: trustedRoot };
  };
  // Certificates are valid for 10 minutes, and signatures count by the time of the log.
  expect(verify(await attestAfter(9))).toBe('accepted');
  expect(verify(await attestAfter(11))).not.toBe('accepted');
  const unlogged = structuredClone(genuine);
  Object.assign(unlogged.verificationMaterial, { tlogEntries: [] });
  expect(verify({ bundle: unlogged })).not.toBe('accepted');
  const { trustedRoot } = await startSampleSigstore();
  expect(verify({ root: trustedRoot })).not.toBe('accepted');
});

test('the command says the result, and how it is used', async () => {
  const pathOf = (name: string, content: string | Buffer) => {
    const path = join(directory, name);
    writeFileSync(path, content);
    return path;
  };
  const run = (...words: string[]) =>
    new Promise<string>((resolve) => {
      const program = ['deploy/release/attestation.ts', ...words];
      execFile(process.execPath, program, (error, stdout, stderr) =>
        resolve(`${error ? error.code : 0} ${stdout}${stderr}`),
      );
    });
  const common = ['--repository', 'example/pauta'];
  const trusted = ['--trusted-root', pathOf('root.json', JSON.stringify(sigstore.trustedRoot))];
  const bundle = ['--bundle', pathOf('bundle.json', JSON.stringify(genuine))];
  const path = pathOf('pauta-1.2.3.tgz', file);
  expect(await run(path, ...bundle, ...common, ...trusted)).toBe(
    '0 pauta-1.2.3.tgz was built by .github/workflows/release.yml of example/pauta\n',
  );
  // The public root of trust.
  expect(await run(path, ...bundle, ...common)).toMatch(/^1 pauta-1\.2\.3\.tgz is REFUSED\. /);
  expect(await run(path, ...common)).toMatch(/^2 usage/);
  expect(verify({ bundle: '{"attestations":[]}' })).toBe('There is no SLSA provenance.');
  expect(verify({ bundle: 'not json' })).toContain('JSON');
});
