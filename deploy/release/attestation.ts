import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

/*
 * Attestations of a release: in-toto statements with SLSA provenance, in DSSE envelopes (https://github.com/secure-systems-lab/dsse). Releases
 * are attested by GitHub (.github/workflows/release.yml); this verifies them without network:
 * `node deploy/release/attestation.ts FILE --bundle BUNDLE --repository owner/name`.
 */

/** Requirements of an attestation. */
export interface Policy {
  /** `owner/name`, as on GitHub. */
  readonly repository: string;
  /** Commit that was built; default: any. */
  readonly commit?: string | undefined;
}

interface Statement {
  readonly _type: string;
  readonly subject: readonly {
    readonly name: string;
    readonly digest: { readonly sha256?: string };
  }[];
  readonly predicateType: string;
  readonly predicate: {
    readonly buildDefinition: {
      readonly buildType: string;
      readonly externalParameters: {
        readonly workflow: {
          readonly repository: string;
          readonly path: string;
          readonly ref: string;
        };
      };
      readonly resolvedDependencies: readonly {
        readonly uri: string;
        readonly digest: { readonly gitCommit?: string };
      }[];
    };
    readonly runDetails: { readonly builder: { readonly id: string } };
  };
}

interface Envelope {
  readonly payloadType: string;
  /** Base64. */
  readonly payload: string;
  readonly signatures: readonly { readonly sig: string; readonly keyid?: string }[];
}

/** A Sigstore bundle, as far as it is read here. */
export interface Bundle {
  readonly mediaType: string;
  readonly verificationMaterial: object;
  readonly dsseEnvelope: Envelope;
}

const payloadType = 'application/vnd.in-toto+json';
const statementType = 'https://in-toto.io/Statement/v1';
const provenanceType = 'https://slsa.dev/provenance/v1';
const workflowPath = '.github/workflows/release.yml';
const githubIssuer = 'https://token.actions.githubusercontent.com';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Bytes that a DSSE signature covers. */
export const paeOf = (type: string, payload: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `),
    payload,
  ]);

/** Checks that a statement is about a file, and says what the policy demands. @throws Error */
export function checkStatement(payload: Buffer, file: Buffer, policy: Policy): void {
  const statement = JSON.parse(payload.toString()) as Statement;
  const refuse = (reason: string) => new Error(`The attestation does not apply: ${reason}.`);
  if (statement._type !== statementType) throw refuse(`it is a ${statement._type}`);
  if (statement.predicateType !== provenanceType)
    throw refuse(`it is no SLSA provenance, but ${statement.predicateType}`);
  if (!statement.subject.some(({ digest }) => digest.sha256 === sha256(file)))
    throw refuse('no subject has the digest of the file');
  const { externalParameters, resolvedDependencies } = statement.predicate.buildDefinition;
  const { repository, path } = externalParameters.workflow;
  if (repository !== `https://github.com/${policy.repository}`)
    throw refuse(`it was built from ${repository}`);
  if (path !== workflowPath) throw refuse(`it was built by ${path}`);
  const commits = resolvedDependencies.map(({ digest }) => digest.gitCommit);
  if (policy.commit !== undefined && !commits.includes(policy.commit))
    throw refuse(`it was built from the commit ${commits.join(', ')}`);
}

/** Verifies a bundle that a given key signed. @throws Error */
export function verifyWithKey(bundle: Bundle, file: Buffer, key: KeyObject, policy: Policy): void {
  const { dsseEnvelope: envelope } = bundle;
  const payload = Buffer.from(envelope.payload, 'base64');
  const bytes = paeOf(envelope.payloadType, payload);
  const isSigned = envelope.signatures.some(({ sig }) =>
    verify('sha256', bytes, key, Buffer.from(sig, 'base64')),
  );
  if (envelope.payloadType !== payloadType || !isSigned)
    throw new Error('The attestation has no valid signature.');
  checkStatement(payload, file, policy);
}

/** Statement about files, in the shape that GitHub attests. */
export const statementOf = (
  files: Readonly<Record<string, Buffer>>,
  { repository, commit = '' }: Policy,
): Statement => ({
  _type: statementType,
  subject: Object.entries(files).map(([name, bytes]) => ({
    name,
    digest: { sha256: sha256(bytes) },
  })),
  predicateType: provenanceType,
  predicate: {
    buildDefinition: {
      buildType: 'https://actions.github.io/buildtypes/workflow/v1',
      externalParameters: {
        workflow: {
          ...{ repository: `https://github.com/${repository}`, path: workflowPath },
          ref: 'refs/tags/v0.0.0',
        },
      },
      resolvedDependencies: [
        { uri: `git+https://github.com/${repository}`, digest: { gitCommit: commit } },
      ],
    },
    runDetails: { builder: { id: 'https://github.com/actions/runner/github-hosted' } },
  },
});

/** Signs a statement with a key of a test. */
export function signWithKey(statement: object, privateKey: KeyObject): Bundle {
  const payload = Buffer.from(JSON.stringify(statement));
  const sig = sign('sha256', paeOf(payloadType, payload), privateKey).toString('base64');
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: sha256(der) }, tlogEntries: [] },
    dsseEnvelope: {
      ...{ payloadType, payload: payload.toString('base64') },
      signatures: [{ sig, keyid: '' }],
    },
  };
}

// Sigstore -------------------------------------------------------------------------------------------------------

/** Parts of Sigstore's libraries that are used here. */
interface Sigstore {
  readonly bundle: { bundleFromJSON(json: unknown): unknown };
  readonly verify: {
    readonly Verifier: new (
      trust: unknown,
      options?: object,
    ) => { verify(entity: unknown, policy?: object): unknown };
    toSignedEntity(bundle: unknown): unknown;
    toTrustMaterial(root: unknown, keys?: (hint: string) => unknown): unknown;
  };
  readonly specs: { readonly TrustedRoot: { fromJSON(json: unknown): unknown } };
  readonly seeds: Readonly<Record<string, { readonly targets: Readonly<Record<string, string>> }>>;
}

/** Loads Sigstore's libraries of the npm that is installed. */
export function sigstoreOfNpm(): Sigstore {
  // npm is a link to npm-cli.js, next to its packages.
  const program = execFileSync('sh', ['-c', 'command -v npm']).toString().trim();
  const load = createRequire(realpathSync(process.env.npm_execpath ?? program));
  return {
    bundle: load('@sigstore/bundle') as Sigstore['bundle'],
    verify: load('@sigstore/verify') as Sigstore['verify'],
    specs: load('@sigstore/protobuf-specs') as Sigstore['specs'],
    seeds: load('@sigstore/tuf/seeds.json') as Sigstore['seeds'],
  };
}

/** Root of trust of the public Sigstore instance, as of the installed npm. */
export function publicRoot({ seeds, specs }: Sigstore): unknown {
  const [seed] = Object.values(seeds);
  const root = Buffer.from(seed?.targets['trusted_root.json'] ?? '', 'base64').toString();
  return specs.TrustedRoot.fromJSON(JSON.parse(root));
}

/** Verifies a bundle that GitHub's workflow signed through the public Sigstore instance, without network. @throws Error */
export function verifyRelease(bundle: Bundle, file: Buffer, policy: Policy): void {
  const sigstore = sigstoreOfNpm();
  const { Verifier, toSignedEntity, toTrustMaterial } = sigstore.verify;
  const verifier = new Verifier(toTrustMaterial(publicRoot(sigstore)));
  const repository = policy.repository.replaceAll('.', '\\.');
  verifier.verify(toSignedEntity(sigstore.bundle.bundleFromJSON(bundle)), {
    subjectAlternativeName: `^https://github\\.com/${repository}/\\.github/workflows/release\\.yml@refs/tags/v[0-9.]+$`,
    extensions: { issuer: githubIssuer },
  });
  checkStatement(Buffer.from(bundle.dsseEnvelope.payload, 'base64'), file, policy);
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      bundle: { type: 'string' },
      repository: { type: 'string' },
      commit: { type: 'string' },
    },
  });
  const { bundle, repository, commit } = values;
  const [file] = positionals;
  if (file === undefined || bundle === undefined || repository === undefined)
    throw new Error('usage: attestation.ts FILE --bundle BUNDLE --repository owner/name');
  // `gh attestation download` writes one bundle per line.
  const [line = ''] = readFileSync(bundle, 'utf8').trim().split('\n');
  const policy = { repository, commit };
  verifyRelease(JSON.parse(line) as Bundle, readFileSync(file), policy);
  process.stdout.write(`${basename(file)} was built by ${workflowPath} of ${repository}\n`);
}
