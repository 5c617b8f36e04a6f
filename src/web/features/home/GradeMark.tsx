import type { ReactNode } from 'react';
import { aqiBands } from '#shared/domain/aqi-bands.ts';
import type { Grade, Medium } from '#shared/domain/standing.ts';
import { waterClasses } from '#shared/domain/water-class.ts';
import { AqiMark } from '#web/widgets/Aqi.tsx';
import styles from './grade-mark.module.css';

interface GradeMarkProps {
  medium: Medium;
  grade: Grade;
  children: ReactNode;
}

/** A word or numeral on the colour of its level or class. */
export function GradeMark({ medium, grade, children }: GradeMarkProps) {
  if (medium === 'air') {
    return <AqiMark colour={aqiBands[grade - 1]?.colour ?? 'maroon'}>{children}</AqiMark>;
  }
  return (
    <span className={styles.water} data-colour={waterClasses[grade].colour}>
      {children}
    </span>
  );
}
