import { Button } from 'antd';
import type { ReactNode } from 'react';

interface CardButtonProps {
  /** Title of the chart, for the accessible name. */
  of: string;
  word: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick(): void;
}

/** Small button in a chart header. */
export function CardButton({ of, word, ...button }: CardButtonProps) {
  return <Button type="text" size="small" title={word} aria-label={`${of}: ${word}`} {...button} />;
}
