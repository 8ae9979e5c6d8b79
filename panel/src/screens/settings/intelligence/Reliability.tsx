import type { WinModel } from '#panel/api/schema.ts';
import { useIntelligenceWords } from '#panel/words/intelligence/use.ts';

const size = 260;
const left = 50;
const bottom = 34;
const top = 8;
const right = 20;
const x = (share: number) => left + share * (size - left - right);
const y = (share: number) => size - bottom - share * (size - bottom - top);
const ticks = [0, 0.25, 0.5, 0.75, 1];
const percent = (share: number) => `${Math.round(share * 100)}%`;

interface Props {
  readonly bins: NonNullable<WinModel['bins']>;
}

/** Reliability diagram: observed shares over predicted ones, with a table for screen readers. */
export function Reliability({ bins }: Props) {
  const { quality: words } = useIntelligenceWords();
  const most = Math.max(1, ...bins.map(({ count }) => count));
  return (
    <figure className="flex flex-col gap-1">
      <figcaption>
        <span className="font-semibold">{words.diagram}</span>
        <span className="block max-w-[60ch] text-muted">{words.diagramAbout}</span>
      </figcaption>
      <svg viewBox={`0 0 ${size} ${size}`} className="w-full max-w-[340px]" aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick}>
            <path
              d={`M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}`}
              className="stroke-border"
            />
            <text x={x(tick)} y={y(0) + 14} textAnchor="middle" className="fill-muted text-[10px]">
              {percent(tick)}
            </text>
            <text x={x(0) - 5} y={y(tick) + 3} textAnchor="end" className="fill-muted text-[10px]">
              {percent(tick)}
            </text>
          </g>
        ))}
        <path
          d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`}
          className="stroke-muted"
          strokeDasharray="4 3"
        />
        {bins.map(({ predicted, observed, count }) => (
          <circle
            key={`${predicted} ${observed}`}
            cx={x(predicted)}
            cy={y(observed)}
            r={3 + 4 * Math.sqrt(count / most)}
            className="fill-accent/60 stroke-accent"
          >
            <title>{`${words.predicted} ${percent(predicted)}, ${words.observed} ${percent(observed)}`}</title>
          </circle>
        ))}
        <text x={x(0.5)} y={size - 4} textAnchor="middle" className="fill-muted text-[10px]">
          {words.predicted}
        </text>
        <text
          transform={`translate(9 ${y(0.5)}) rotate(-90)`}
          textAnchor="middle"
          className="fill-muted text-[10px]"
        >
          {words.observed}
        </text>
      </svg>
      <table className="sr-only">
        <caption>{words.diagram}</caption>
        <thead>
          <tr>
            <th scope="col">{words.predicted}</th>
            <th scope="col">{words.observed}</th>
            <th scope="col">{words.count}</th>
          </tr>
        </thead>
        <tbody>
          {bins.map(({ predicted, observed, count }) => (
            <tr key={`${predicted} ${observed}`}>
              <td>{percent(predicted)}</td>
              <td>{percent(observed)}</td>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
