import { useT } from '#web/i18n.ts';
import styles from './work-orders.module.css';

const box = { width: 104, height: 40 };
type Name = 'pending' | 'accepted' | 'in_progress' | 'on_hold' | 'awaiting_check' | 'closed' | 'cancelled';

const places: Record<Name, [x: number, y: number]> = {
  pending: [0, 60],
  accepted: [150, 60],
  in_progress: [300, 60],
  on_hold: [300, 150],
  awaiting_check: [450, 60],
  closed: [600, 60],
  cancelled: [75, 150],
};

/** Diagram of an order type's states and steps. */
export function FlowDrawing({ needs_check }: { needs_check: boolean }) {
  const t = useT();
  const shown = (Object.keys(places) as Name[]).filter((one) => needs_check || one !== 'awaiting_check');
  const afterWork: Name = needs_check ? 'awaiting_check' : 'closed';
  const middle = (name: Name) => places[name][1] + box.height / 2;
  const right = (name: Name) => places[name][0] + box.width;
  const along = (from: Name, to: Name) =>
    `M${right(from)} ${middle(from)} L${places[to][0] - 6} ${middle(to)}`;
  const down = (from: Name, to: Name, shift: number) =>
    `M${places[from][0] + box.width / 2 + shift} ${places[from][1] + box.height} L${places[to][0] + box.width / 2 + shift} ${places[to][1] - 6}`;
  const up = (from: Name, to: Name, shift: number) =>
    `M${places[from][0] + box.width / 2 + shift} ${places[from][1]} L${places[to][0] + box.width / 2 + shift} ${places[to][1] + box.height + 6}`;
  const back = `M${places.awaiting_check[0] + 52} ${places.awaiting_check[1]} V24 H${places.in_progress[0] + 52} V${places.in_progress[1] - 6}`;
  const ways = [
    along('pending', 'accepted'),
    along('accepted', 'in_progress'),
    along('in_progress', afterWork),
    ...(needs_check ? [along('awaiting_check', 'closed'), back] : []),
    down('in_progress', 'on_hold', -16),
    up('on_hold', 'in_progress', 16),
    `M52 100 L115 144`,
    `M202 100 L139 144`,
  ];
  return (
    <svg className={styles.drawing} viewBox="-4 0 712 200" role="img" aria-label={t('orderTypes.flow')}>
      <defs>
        <marker
          id="flow-end"
          viewBox="0 0 8 8"
          refX="4"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto-start-reverse"
        >
          <path d="M0 0 L8 4 L0 8 z" />
        </marker>
      </defs>
      {ways.map((way) => (
        <path key={way} d={way} markerEnd="url(#flow-end)" />
      ))}
      {needs_check && (
        <text x={427} y={18}>
          {t('orders.act_check_fail')}
        </text>
      )}
      {shown.map((name) => (
        <g key={name} transform={`translate(${places[name].join(' ')})`}>
          <rect {...box} rx={8} data-end={name === 'closed' || name === 'cancelled'} />
          <text x={box.width / 2} y={box.height / 2 + 5}>
            {t(`orders.state_${name}`)}
          </text>
        </g>
      ))}
    </svg>
  );
}
