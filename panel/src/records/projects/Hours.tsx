import type { ProjectOverview } from '#panel/api/schema.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { OverviewSection } from './OverviewSection.tsx';

interface Props {
  readonly slug: string;
  readonly overview: ProjectOverview;
}

/** Estimated and actual hours, per person and in total. */
export function Hours({ slug, overview }: Props) {
  const words = useProjectWords();
  const { find } = usePeople(slug);
  const { estimated_hours, actual_hours, people } = overview;
  const over = actual_hours - estimated_hours;
  const hasHours = estimated_hours + actual_hours > 0;
  const all = { user_id: '', tasks: overview.tasks, estimated_hours, actual_hours };
  const nameOf = (id: string | null) => {
    if (id === '') return <strong>{words.total}</strong>;
    return (id === null ? undefined : find(id)?.name) ?? words.nobody;
  };
  const hours = (value: number) => (
    <span className="tabular-nums">{words.inHours({ hours: value })}</span>
  );
  return (
    <OverviewSection title={words.hours}>
      {hasHours ? (
        <Table
          label={words.hours}
          rows={[...people, all]}
          keyOf={({ user_id }) => user_id ?? 'nobody'}
          actionsTitle=""
          columns={[
            { key: 'person', title: words.person, cell: ({ user_id }) => nameOf(user_id) },
            { key: 'tasks', title: words.tasks, cell: ({ tasks }) => tasks, isWide: true },
            {
              key: 'estimated',
              title: words.estimated,
              cell: ({ estimated_hours }) => hours(estimated_hours),
            },
            { key: 'actual', title: words.actual, cell: ({ actual_hours }) => hours(actual_hours) },
          ]}
        />
      ) : (
        <p className="text-faint">{words.noHours}</p>
      )}
      {estimated_hours > 0 && over > 0 ? (
        <p>
          <Badge tone="warn" icon={<Warning size={12} />}>
            {words.over({ hours: over })}
          </Badge>
        </p>
      ) : null}
    </OverviewSection>
  );
}
