import type { ComponentProps } from 'react';
import { type Hover, useIsHovered } from '#web/charts/hover.ts';
import styles from './history.module.css';

interface HoverRowProps extends ComponentProps<'tr'> {
  hover?: Hover;
  /** Time of the row in the chart. */
  at?: number;
}

const nowhere = { subscribe: () => () => undefined, now: () => undefined } as unknown as Hover;

/** Table row that is highlighted together with its time in the chart. */
function HoverRow({ hover = nowhere, at, className, ...row }: HoverRowProps) {
  const isHovered = useIsHovered(hover, at);
  if (at === undefined) return <tr {...row} className={className} />;
  return (
    <tr
      {...row}
      className={`${className ?? ''} ${isHovered ? styles.hovered : ''}`}
      onPointerEnter={() => hover.set(at)}
      onPointerLeave={() => hover.set(undefined)}
    />
  );
}

export const hoverRows = { body: { row: HoverRow } };
