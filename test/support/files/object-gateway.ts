import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { freePort, isListening } from '#test/support/http.ts';
import { helping, newDirectory, programNamed } from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';

/*
 * A real S3 server: Ceph's Object Gateway, with a cluster of one monitor and one store in memory behind it.
 */

const programs = [
  'ceph',
  'ceph-authtool',
  'ceph-mon',
  'ceph-osd',
  'monmaptool',
  'radosgw',
  'radosgw-admin',
];

/** True if this machine has one. */
export const hasObjectGateway = programs.every((name) => programNamed(name) !== undefined);

export interface Bucket {
  readonly bucket: string;
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** In the format of FILES_URL. */
  readonly url: string;
  /** Names of all objects in it. */
  objects(): Promise<string[]>;
}

/** Starts one, which cleanUp() ends, and creates a bucket in it. Takes about 15 seconds. */
export async function startObjectGateway(): Promise<Bucket> {
  const directory = newDirectory();
  const path = (name: string) => join(directory, name);
  for (const name of ['mon', 'osd', 'run', 'log']) mkdirSync(path(name));
  const [monitor, gateway] = [await freePort(), await freePort()];
  const [cluster, store] = [randomUUID(), randomUUID()];
  writeFileSync(
    path('ceph.conf'),
    `[global]
fsid = ${cluster}
mon host = v2:127.0.0.1:${monitor}
public addr = 127.0.0.1
keyring = ${path('keyring')}
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 0
osd objectstore = memstore
memstore device bytes = 4294967296
osd crush chooseleaf type = 0
run dir = ${path('run')}
log file = ${path('log')}/$name.$pid.log
admin socket = ${path('run')}/$name.$pid.asok
mon data = ${path('mon')}
osd data = ${path('osd')}
rgw frontends = beast endpoint=127.0.0.1:${gateway}
`,
  );
  const env = { ...process.env, CEPH_CONF: path('ceph.conf') };
  const run = (name: string, ...args: string[]) =>
    execFileSync(programNamed(name) ?? name, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const begin = (name: string, ...args: string[]) =>
    helping(spawn(programNamed(name) ?? name, args, { env, stdio: 'ignore' }));

  run(
    'ceph-authtool',
    '--create-keyring',
    path('keyring'),
    '--gen-key',
    '-n',
    'mon.',
    '--cap',
    'mon',
    'allow *',
  );
  const everything = ['mon', 'osd', 'mgr'].flatMap((what) => ['--cap', what, 'allow *']);
  for (const name of ['client.admin', 'osd.0'])
    run('ceph-authtool', path('keyring'), '--gen-key', '-n', name, ...everything);
  run(
    'monmaptool',
    '--create',
    '--fsid',
    cluster,
    '--addv',
    'a',
    `[v2:127.0.0.1:${monitor}]`,
    path('monmap'),
  );
  run('ceph-mon', '-i', 'a', '--mkfs', '--monmap', path('monmap'), '--keyring', path('keyring'));
  begin('ceph-mon', '-f', '-i', 'a');
  await until(() => isListening(monitor));
  run('ceph', 'osd', 'new', store);
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store);
  run('ceph', 'auth', 'import', '-i', path('keyring'));
  begin('ceph-osd', '-f', '-i', '0');
  begin('radosgw', '-f', '-n', 'client.admin', `--rgw-data=${directory}`);
  const endpoint = `http://127.0.0.1:${gateway}`;
  await until(() => isListening(gateway), 60_000);
  const [accessKeyId, secretAccessKey] = [
    randomBytes(10).toString('hex').toUpperCase(),
    `${randomBytes(12).toString('base64url')}+/`,
  ];
  run(
    'radosgw-admin',
    'user',
    'create',
    '--uid=pauta',
    '--display-name=Pauta',
    `--access-key=${accessKeyId}`,
    `--secret-key=${secretAccessKey}`,
  );
  const bucket = 'agency-files';
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region: 'us-east-1',
  });
  const made = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
  if (!made.ok) throw new Error(`no bucket could be created: ${await made.text()}`);
  return {
    bucket,
    endpoint,
    accessKeyId,
    secretAccessKey,
    url: `s3://${accessKeyId}:${encodeURIComponent(secretAccessKey)}@${bucket}/some/prefix?endpoint=${endpoint}`,
    async objects() {
      const listed = await client.fetch(`${endpoint}/${bucket}?list-type=2`);
      return [...(await listed.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
    },
  };
}
