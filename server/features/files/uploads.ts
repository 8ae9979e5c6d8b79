import { v7 as uuidv7 } from 'uuid';
import type { Platform, TeamDb } from '#server/db/database.ts';
import { platformStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { type Disk, type Storage, teamIsFull } from '#server/outbound/storage.ts';
import { ApiError } from '#server/platform/errors.ts';

/*
 * Uploads in progress. Each reserves the bytes that it may write, so that unfinished uploads count against the team's limit, and checks
 * that the disk keeps its reserve (ADR 82).
 */

/** Max concurrent uploads of members. Media of gateways is bounded by its queues. */
export const maxOpenUploads = { member: 10, team: 40 };
/** Reservation step of an upload of unknown length. */
const stepBytes = 262_144;
/** Bytes written between two checks of the free space. */
const diskEveryBytes = 4 * 1_048_576;
/** Reservations of a killed process expire after this time; running uploads renew theirs. */
const reservationSeconds = 120;
const renewEveryMs = 30_000;

/** Serializes the reservations of a team. The next statement sees what the previous holder of the lock committed. */
const lock = teamStatement(`
  insert into file_usage as u (team_id, bytes) values ($team, 0)
  on conflict (team_id) do update set bytes = u.bytes
  returning bytes`);

/*
 * Reserves up to $wanted bytes in total, at least $needed. The only upload of a team may exceed the remaining room, because the team may
 * already have its content; the limit is checked when it is complete.
 */
const reserve = teamStatement(`
  with open as (
    select count(*) as uploads, count(*) filter (where user_id is not null) as of_users,
      count(*) filter (where user_id = $user::uuid) as own, coalesce(sum(bytes), 0) as bytes
    from uploads where team_id = $team and id <> $id and expires_at > now()),
  room as (
    select case
      when $most::bigint = 0 then $wanted::bigint
      when open.uploads = 0 then least($wanted::bigint, $most)
      else least($wanted::bigint, $most - $used::bigint - open.bytes) end as bytes
    from open),
  made as (
    insert into uploads as u (team_id, id, user_id, bytes, expires_at)
    select $team, $id, $user::uuid, room.bytes, now() + interval '${reservationSeconds} seconds' from open, room
    where room.bytes >= $needed::bigint
      and ($user::uuid is null or (open.of_users < $most_of_users::int and open.own < $most_own::int))
    on conflict (team_id, id) do update set bytes = excluded.bytes, expires_at = excluded.expires_at
    returning bytes)
  select room.bytes >= $needed::bigint as has_room, (select bytes::float8 from made) as bytes from open, room`);

const release = teamStatement('delete from uploads where team_id = $team and id = $id');

const removeExpired = platformStatement(
  `delete from uploads where (team_id, id) in (
    select team_id, id from uploads where expires_at < now() - interval '1 minute' limit 1000)
  returning 1`,
  unprepared,
);

const tooMany = () =>
  new ApiError(
    'TEAM_BUSY',
    `Too many uploads are under way: at most ${maxOpenUploads.member} of a member and ${maxOpenUploads.team} of a team.`,
  );

/** @throws ApiError UNAVAILABLE if writing the bytes would leave less than the reserve */
async function refuseWithoutDisk(disk: Disk | undefined, bytes: number): Promise<void> {
  if (!disk || (await disk.freeBytes()) - bytes >= disk.reserveBytes) return;
  throw new ApiError(
    'UNAVAILABLE',
    'Files cannot be stored at the moment: the disk of the service is nearly full.',
  );
}

/** An upload in progress. */
export interface Upload {
  /** Reserves room before the upload has written this many bytes in total. @throws ApiError as {@link beginUpload} */
  reach(total: number): Promise<void>;
  /** Ends the reservation; @param tx the transaction to end it in */
  end(tx?: TeamDb): Promise<void>;
}

/**
 * Reserves room for an upload.
 * @param about.bytes its length, if known
 * @throws ApiError CONFLICT if the team's storage is full; TEAM_BUSY if too many are in progress; UNAVAILABLE if the disk is nearly full
 */
export async function beginUpload(
  db: TeamDb,
  { disk, mostTeamBytes: most }: Storage,
  about: { readonly bytes?: number | undefined; readonly userId?: string | null | undefined },
): Promise<Upload> {
  const id = uuidv7();
  let held = 0;
  let lookAt = diskEveryBytes;
  let renewAt = 0;

  async function grow(needed: number, wanted: number): Promise<void> {
    held = await db.transaction(async (tx) => {
      const [usage] = await tx.run(lock);
      const [row] = await tx.run(reserve, {
        id,
        user: about.userId ?? null,
        needed,
        wanted,
        most,
        used: usage?.bytes,
        most_of_users: maxOpenUploads.team,
        most_own: maxOpenUploads.member,
      });
      if (row?.has_room !== true) throw teamIsFull(most);
      if (row.bytes === null) throw tooMany();
      return row.bytes as number;
    });
    renewAt = performance.now() + renewEveryMs;
  }

  await refuseWithoutDisk(disk, about.bytes ?? 0);
  await grow(about.bytes ?? 1, about.bytes ?? stepBytes);
  return {
    async reach(total) {
      if (total >= lookAt) {
        await refuseWithoutDisk(disk, 0);
        lookAt = total + diskEveryBytes;
      }
      if (total > held) await grow(total, total + stepBytes);
      else if (performance.now() >= renewAt) await grow(held, held);
    },
    async end(tx = db) {
      await tx.run(release, { id });
    },
  };
}

/** Removes reservations that killed processes left. @returns the number removed */
export const removeExpiredUploads = async (platform: Platform): Promise<number> =>
  (await platform.run(removeExpired)).length;
