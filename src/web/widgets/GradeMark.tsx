import type { ReactNode } from 'react';
import { aqiBands } from '#shared/domain/aqi-bands.ts';
import type { Grade, Medium } from '#shared/domain/standing.ts';
import { AqiMark } from './Aqi.tsx';
import styles from './grade-mark.module.css';
import { gradeInk, gradePaint } from './grade-paint.ts';

interface GradeMarkProps {
  medium: Medium;
  grade: Grade;
  children: ReactNode;
}

/** Text on the colour of its AQI level or water class. */
export function GradeMark({ medium, grade, children }: GradeMarkProps) {
  if (medium === 'air') {
    return <AqiMark colour={aqiBands[grade - 1]?.colour ?? 'maroon'}>{children}</AqiMark>;
  }
  return (
    <span className={styles.water} style={{ background: gradePaint('water', grade), color: gradeInk(grade) }}>
      {children}
    </span>
  );
}
