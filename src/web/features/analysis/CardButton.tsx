import { Button } from 'antd';
import type { ReactNode } from 'react';

interface CardButtonProps {
  /** The chart that it is about: who does not see it hears which. */
  of: string;
  word: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick(): void;
}

/** One of the small buttons at the head of a chart. */
export function CardButton({ of, word, ...button }: CardButtonProps) {
  return <Button type="text" size="small" title={word} aria-label={`${of}: ${word}`} {...button} />;
}
