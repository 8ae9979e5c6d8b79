import type { TeamDb } from '#server/db/database.ts';
import { completeCohorts, dayMs, landmarksOf, medianDaysOf } from './landmarks.ts';
import { readMoments } from './situations.ts';
import { readClosedDeals } from './training-data.ts';
import { fewestClosed, trainModel, type WinModel } from './win-model.ts';

/** Fits the model of a team from its data. @param now milliseconds since 1970, by the database’s clock */
export async function fitTeam(
  db: TeamDb,
  now: number,
  usesResponsible: boolean,
): Promise<WinModel> {
  const closed = await readClosedDeals(db);
  const complete = completeCohorts(closed, now);
  const medianDays = medianDaysOf(complete);
  const landmarks = closed.length < fewestClosed ? [] : landmarksOf(complete, medianDays);
  const data = await readMoments(db, landmarks);
  const observations = landmarks.flatMap((landmark, i) => {
    const moment = data[i];
    const { deal, is_won, phase, value, at, since } = landmark;
    return moment ? [{ ...moment, deal, is_won, phase, value, days: (at - since) / dayMs }] : [];
  });
  return trainModel(closed, complete, observations, medianDays, usesResponsible);
}
