import { clsx } from 'clsx';
import { type ColoredProject, projectShades } from './project-color.ts';

/** Colour of a project next to its name; decorative only. */
export function ProjectDot({ project }: { readonly project: ColoredProject }) {
  const { className, style } = projectShades(project);
  return (
    <span
      aria-hidden="true"
      className={clsx(className, 'inline-block size-2.5 shrink-0 rounded-full bg-vivid')}
      style={style}
    />
  );
}

/** Name of a project after its dot, in one line. */
export function ProjectName({
  project,
}: {
  readonly project: (ColoredProject & { readonly name: string }) | null;
}) {
  return project ? (
    <span className="flex min-w-0 items-center gap-1.5">
      <ProjectDot project={project} />
      <span className="truncate">{project.name}</span>
    </span>
  ) : null;
}
