/* Ready-made prompts for users of agents. Each names the tools to use and their purpose; it contains none of the team's data. */

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string }[];
  text(values: Readonly<Record<string, string>>): string;
}

const inLanguage = (language: string | undefined) =>
  language ? `Write in ${language}.` : 'Write in the language of the records.';

const language = {
  name: 'language',
  description: 'For example Portuguese; default: that of the records',
};

export const prompts: readonly Prompt[] = [
  {
    name: 'daily_briefing',
    title: 'Daily briefing',
    description: 'Overdue work, stalled deals and changes since yesterday.',
    arguments: [
      {
        name: 'user',
        description: 'Name of the person to write it for; default: the whole team',
      },
      language,
    ],
    text: ({ user, language }) =>
      [
        user
          ? `Write the daily briefing for ${user}. Find their id first (list_records, kind users), and include only their work.`
          : 'Write the daily briefing for the whole team.',
        "Use overdue for overdue work, pipeline_summary for deals that need attention, list_tasks with due_from and due_to for work due today (pipeline_summary returns the team's current day), and list_events from yesterday on for changes.",
        'At most one screen: first the three most important things and why, then overdue work, work due today, changes. Refer to records by title, with the responsible person and the date since when. Omit empty sections. Change nothing.',
        inLanguage(language),
      ].join('\n\n'),
  },
  {
    name: 'stalled_deals',
    title: 'Stalled deals',
    description: 'Stalled deals, the reasons, and a next step for each.',
    arguments: [{ name: 'user', description: 'Only deals of this person' }, language],
    text: ({ user, language }) =>
      [
        `Find the stalled deals${user ? ` of ${user} (list_records, kind users, returns the id for responsible_id)` : ''} with pipeline_summary. For the five with the highest value, read get_record, their open activities (list_records, kind activities, filters deal_id) and the last messages with the client, if there is a conversation.`,
        'For each, describe its state and the reason in two sentences, and propose one next step with a day and a person. List the others in one line each.',
        'Propose only: do not create an activity or send a message unless the person you work for agrees to it.',
        inLanguage(language),
      ].join('\n\n'),
  },
];
