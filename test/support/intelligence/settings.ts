/**
 * Statement that switches off predictions and summaries of deals for all teams, for tests that count events: sweeps write summaries at any
 * time, each with an event.
 */
export const switchOffIntelligence =
  'insert into intelligence_settings (team_id, predicts_wins, summarizes_deals) select id, false, false from teams';
