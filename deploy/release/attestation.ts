import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

/*
 * Verifies attestations of a release without network: in-toto statements with SLSA provenance, in DSSE envelopes
 * (https://github.com/secure-systems-lab/dsse), signed through Sigstore by the workflow (.github/workflows/release.yml).
 * `node deploy/release/attestation.ts FILE --bundle BUNDLE --repository owner/name`.
 */

/** Requirements of an attestation. */
export interface Policy {
  /** `owner/name`, as on GitHub. */
  readonly repository: string;
  /** Commit that was built; default: any. */
  readonly commit?: string | undefined;
  /** File in `.github/workflows`; default: `release.yml`. */
  readonly workflow?: string | undefined;
  /** Branch or tag that was built, as `refs/…`; default: any tag of a version. */
  readonly ref?: string | undefined;
}

interface Statement {
  readonly _type: string;
  readonly subject: readonly {
    readonly name: string;
    /** SHA-256 in attestations of GitHub, SHA-512 in those of npm. */
    readonly digest: { readonly sha256?: string; readonly sha512?: string };
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

/** A Sigstore bundle, as far as it is read here. */
export interface Bundle {
  readonly mediaType: string;
  readonly verificationMaterial: object;
  readonly dsseEnvelope: {
    readonly payloadType: string;
    /** Base64. */
    readonly payload: string;
    readonly signatures: readonly { readonly sig: string; readonly keyid?: string }[];
  };
}

const statementType = 'https://in-toto.io/Statement/v1';
const provenanceType = 'https://slsa.dev/provenance/v1';
const githubIssuer = 'https://token.actions.githubusercontent.com';
const versionTag = /^refs\/tags\/v\d[\w.-]*$/;

const digestOf = (algorithm: string, bytes: Buffer) =>
  createHash(algorithm).update(bytes).digest('hex');
const workflowPathOf = ({ workflow = 'release.yml' }: Policy) => `.github/workflows/${workflow}`;
const matchesRef = (ref: string, policy: Policy) =>
  policy.ref === undefined ? versionTag.test(ref) : ref === policy.ref;

/** Checks that a statement is about a file, and says what the policy demands. @throws Error */
function checkStatement(payload: Buffer, file: Buffer, policy: Policy): void {
  const statement = JSON.parse(payload.toString()) as Statement;
  const refuse = (reason: string) => new Error(`The attestation does not apply: ${reason}.`);
  if (statement._type !== statementType) throw refuse(`it is a ${statement._type}`);
  if (statement.predicateType !== provenanceType)
    throw refuse(`it is no SLSA provenance, but ${statement.predicateType}`);
  const isSubject = statement.subject.some(
    ({ digest }) =>
      digest.sha256 === digestOf('sha256', file) || digest.sha512 === digestOf('sha512', file),
  );
  if (!isSubject) throw refuse('no subject has the digest of the file');
  const { externalParameters, resolvedDependencies } = statement.predicate.buildDefinition;
  const { repository, path, ref } = externalParameters.workflow;
  if (repository !== `https://github.com/${policy.repository}`)
    throw refuse(`it was built from ${repository}`);
  if (path !== workflowPathOf(policy)) throw refuse(`it was built by ${path}`);
  if (!matchesRef(ref, policy)) throw refuse(`it was built from ${ref}`);
  const commits = resolvedDependencies.map(({ digest }) => digest.gitCommit);
  if (policy.commit !== undefined && !commits.includes(policy.commit))
    throw refuse(`it was built from the commit ${commits.join(', ')}`);
}

/** Statement about files, in the shape that GitHub attests. */
export const statementOf = (
  files: Readonly<Record<string, Buffer>>,
  policy: Policy,
): Statement => ({
  _type: statementType,
  subject: Object.entries(files).map(([name, bytes]) => ({
    name,
    digest: { sha256: digestOf('sha256', bytes) },
  })),
  predicateType: provenanceType,
  predicate: {
    buildDefinition: {
      buildType: 'https://actions.github.io/buildtypes/workflow/v1',
      externalParameters: {
        workflow: {
          repository: `https://github.com/${policy.repository}`,
          path: workflowPathOf(policy),
          ref: policy.ref ?? 'refs/tags/v0.0.0',
        },
      },
      resolvedDependencies: [
        {
          uri: `git+https://github.com/${policy.repository}`,
          digest: { gitCommit: policy.commit ?? '' },
        },
      ],
    },
    runDetails: { builder: { id: 'https://github.com/actions/runner/github-hosted' } },
  },
});

/**
 * Bundles of a file: one per line (`gh attestation download`), a single one, or the answer of npm's registry for a version of a package,
 * which also has npm's own attestations.
 */
export function bundlesOf(text: string): readonly Bundle[] {
  let documents: readonly unknown[];
  try {
    documents = [JSON.parse(text)];
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    documents = lines.map((line) => JSON.parse(line) as unknown);
  }
  return documents.flatMap((document) => {
    const { attestations } = document as {
      attestations?: readonly { predicateType: string; bundle: Bundle }[];
    };
    return attestations === undefined
      ? [document as Bundle]
      : attestations
          .filter(({ predicateType }) => predicateType === provenanceType)
          .map(({ bundle }) => bundle);
  });
}

/** Parts of Sigstore's libraries that are used here. */
interface Sigstore {
  readonly bundle: { bundleFromJSON(json: unknown): unknown };
  readonly verify: {
    readonly Verifier: new (
      trust: unknown,
    ) => { verify(entity: unknown): { readonly identity?: Identity } };
    toSignedEntity(bundle: unknown): unknown;
    toTrustMaterial(root: unknown): unknown;
  };
  readonly specs: { readonly TrustedRoot: { fromJSON(json: unknown): unknown } };
  readonly seeds: Readonly<Record<string, { readonly targets: Readonly<Record<string, string>> }>>;
}

/** Names in the certificate of a signer. */
interface Identity {
  readonly subjectAlternativeName?: string;
  readonly extensions?: { readonly issuer?: string };
}

/** Loads Sigstore's libraries of the npm that is installed. */
function sigstoreOfNpm(): Sigstore {
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
function publicRoot({ seeds }: Sigstore): unknown {
  const [seed] = Object.values(seeds);
  const root = Buffer.from(seed?.targets['trusted_root.json'] ?? '', 'base64').toString();
  return JSON.parse(root);
}

/** Checks that the certificate names the workflow, and GitHub as the issuer of its identity. @throws Error */
function checkSigner({ subjectAlternativeName = '', extensions }: Identity, policy: Policy): void {
  const workflow = `https://github.com/${policy.repository}/${workflowPathOf(policy)}@`;
  const ref = subjectAlternativeName.slice(workflow.length);
  if (!subjectAlternativeName.startsWith(workflow) || !matchesRef(ref, policy))
    throw new Error(`The attestation was signed by ${subjectAlternativeName}.`);
  if (extensions?.issuer !== githubIssuer)
    throw new Error(`The identity of the signer was issued by ${extensions?.issuer}.`);
}

/**
 * Verifies without network that one of the bundles is an attestation of the file that the policy accepts.
 * @param trustedRoot JSON of a Sigstore instance; default: the public one
 * @throws Error
 */
export function verifyRelease(
  bundles: readonly Bundle[],
  file: Buffer,
  policy: Policy,
  trustedRoot?: unknown,
): void {
  const { bundle, specs, verify, ...rest } = sigstoreOfNpm();
  const root = trustedRoot ?? publicRoot({ bundle, specs, verify, ...rest });
  const verifier = new verify.Verifier(verify.toTrustMaterial(specs.TrustedRoot.fromJSON(root)));
  const reasons = new Set<string>();
  for (const each of bundles) {
    try {
      const { identity = {} } = verifier.verify(verify.toSignedEntity(bundle.bundleFromJSON(each)));
      checkSigner(identity, policy);
      checkStatement(Buffer.from(each.dsseEnvelope.payload, 'base64'), file, policy);
      return;
    } catch (error) {
      reasons.add(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error([...reasons].join('\n') || 'There is no SLSA provenance.');
}

const usage = `usage: attestation.ts FILE --bundle BUNDLE --repository OWNER/NAME
  [--commit COMMIT] [--workflow release.yml] [--ref refs/tags/v…] [--trusted-root ROOT.json]`;

/** @returns the exit status: 1 if the file is refused, 2 if the command is wrong */
function main(): number {
  try {
    const string = { type: 'string' } as const;
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ...{ bundle: string, repository: string, commit: string, workflow: string, ref: string },
        'trusted-root': string,
      },
    });
    const { bundle, repository, 'trusted-root': root, ...rest } = values;
    const [path] = positionals;
    if (path === undefined || positionals.length > 1 || bundle === undefined || !repository)
      throw new Error(usage);
    const [file, policy] = [readFileSync(path), { repository, ...rest }];
    const bundles = bundlesOf(readFileSync(bundle, 'utf8'));
    const trustedRoot = root === undefined ? undefined : JSON.parse(readFileSync(root, 'utf8'));
    try {
      verifyRelease(bundles, file, policy, trustedRoot);
    } catch (error) {
      process.stderr.write(`${basename(path)} is REFUSED. ${(error as Error).message}\n`);
      return 1;
    }
    const by = `${workflowPathOf(policy)} of ${repository}`;
    process.stdout.write(`${basename(path)} was built by ${by}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 2;
  }
}

if (import.meta.main) process.exitCode = main();
