import { useEffect, useRef } from 'react';
import { findClients, findProjects } from '#panel/data/choices.ts';
import { Picker } from '#panel/parts/Picker.tsx';

interface Props {
  readonly slug: string;
  readonly name: 'client_id' | 'project_id';
  readonly label: string;
  readonly onChoose: (id: string) => void;
}

const finds = { client_id: findClients, project_id: findProjects };

/** Picker of the record to filter by, loaded when it is opened. */
export default function RecordPicker({ slug, name, label, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={box} className="w-56 max-sm:w-full [&_label]:sr-only">
      <Picker label={label} slug={slug} find={finds[name]} onChoose={({ id }) => onChoose(id)} />
    </div>
  );
}
