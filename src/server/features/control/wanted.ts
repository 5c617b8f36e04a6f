import type { Target } from '#server/commands/create.ts';
import type { CommandKindName } from '#shared/domain/command-kinds.ts';

/** Commands that a person asks for. */
export interface Wanted {
  kind: CommandKindName;
  targets: readonly Target[];
  reason: string;
  life_minutes: number;
  concurrency: number;
  /** What the caller calls its targets, where problems are to be named so: params then stand in them directly. */
  named?: 'items';
}
