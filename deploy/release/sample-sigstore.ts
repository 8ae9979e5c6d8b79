import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { initializeCA, initializeCTLog, initializeTLog } from '@sigstore/mock';
import type { Bundle } from './attestation.ts';

/*
 * A Sigstore instance in this process, with Sigstore's own certificate authority for tests: it issues certificates, logs them, and logs signatures, with
 * new keys that no public root of trust contains.
 */

/** Claims of a certificate. */
interface Signer {
  /** URL of the workflow and its ref. */
  readonly identity: string;
  readonly issuer: string;
}

export interface SampleSigstore {
  /** Root of trust, as JSON. */
  readonly trustedRoot: object;
  /** Signs a statement as a workflow, and logs the signature. */
  attest(statement: object, signer: Signer): Promise<Bundle>;
}

/** Of the log: its checkpoints carry the name of the host. */
const url = 'https://sigstore.example.com';
/** An entry of the log, in the format of Rekor. */
interface LogEntry {
  readonly body: string;
  readonly integratedTime: number;
  readonly logID: string;
  readonly logIndex: number;
  readonly verification: {
    readonly signedEntryTimestamp: string;
    readonly inclusionProof: {
      readonly checkpoint: string;
      readonly hashes: readonly string[];
      readonly logIndex: number;
      readonly rootHash: string;
      readonly treeSize: number;
    };
  };
}

const payloadType = 'application/vnd.in-toto+json';
/** Extension of Fulcio's certificates: the issuer of the identity. */
const issuerExtension = '1.3.6.1.4.1.57264.1.1';
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const base64 = (bytes: ArrayBufferView) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** Bytes that a DSSE signature covers. */
const paeOf = (payload: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `),
    payload,
  ]);

/** @param times of certificates and of entries of the log; default: now */
export async function startSampleSigstore(
  times: { readonly certified?: Date; readonly logged?: Date } = {},
): Promise<SampleSigstore> {
  const certificateLog = await initializeCTLog(newKeys(), times.certified);
  const authority = await initializeCA(newKeys(), certificateLog, times.certified);
  const log = await initializeTLog(url, newKeys(), times.logged);
  const validFor = { start: '2020-01-01T00:00:00.000Z' };
  const logOf = (publicKey: Buffer) => ({
    baseUrl: url,
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: base64(publicKey),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor,
    },
    logId: { keyId: base64(sha256(publicKey)) },
  });
  const trustedRoot = {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [logOf(log.publicKey)],
    ctlogs: [logOf(certificateLog.publicKey)],
    certificateAuthorities: [
      {
        subject: { organization: 'sigstore.mock', commonName: 'sigstore' },
        uri: url,
        certChain: { certificates: [{ rawBytes: base64(authority.rootCertificate) }] },
        validFor,
      },
    ],
    timestampAuthorities: [],
  };

  const attest: SampleSigstore['attest'] = async (statement, { identity, issuer }) => {
    const { privateKey, publicKey } = newKeys();
    const certificate = await authority.issueCertificate({
      publicKey: Buffer.from(publicKey.export({ type: 'spki', format: 'der' })),
      subjectAltName: identity,
      extensions: [{ oid: issuerExtension, value: issuer, legacy: true }],
    });
    const payload = Buffer.from(JSON.stringify(statement));
    const sig = sign('sha256', paeOf(payload), privateKey).toString('base64');
    const envelope = {
      ...{ payloadType, payload: payload.toString('base64') },
      signatures: [{ sig, keyid: '' }],
    };
    const lines = base64(certificate).replace(/.{64}(?!$)/g, '$&\n');
    const pem = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
    const hashOf = (bytes: Buffer) => ({
      algorithm: 'sha256',
      value: sha256(bytes).toString('hex'),
    });
    const answer = await log.log({
      apiVersion: '0.0.1',
      kind: 'dsse',
      spec: {
        envelopeHash: hashOf(Buffer.from(JSON.stringify(envelope))),
        payloadHash: hashOf(payload),
        signatures: [{ signature: sig, verifier: Buffer.from(pem).toString('base64') }],
      },
    });
    const [entry] = Object.values(answer) as unknown as readonly LogEntry[];
    if (!entry) throw new Error('The log has no entry.');
    const { inclusionProof: proof, signedEntryTimestamp } = entry.verification;
    return {
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: {
        certificate: { rawBytes: base64(certificate) },
        tlogEntries: [
          {
            logIndex: `${entry.logIndex}`,
            logId: { keyId: Buffer.from(entry.logID, 'hex').toString('base64') },
            kindVersion: { kind: 'dsse', version: '0.0.1' },
            integratedTime: `${entry.integratedTime}`,
            inclusionPromise: { signedEntryTimestamp },
            inclusionProof: {
              logIndex: `${proof.logIndex}`,
              rootHash: Buffer.from(proof.rootHash, 'hex').toString('base64'),
              treeSize: `${proof.treeSize}`,
              hashes: proof.hashes,
              checkpoint: { envelope: proof.checkpoint },
            },
            canonicalizedBody: entry.body,
          },
        ],
      },
      dsseEnvelope: envelope,
    };
  };
  return { trustedRoot, attest };
}
