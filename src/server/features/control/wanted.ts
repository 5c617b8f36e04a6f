import type { Target } from '#server/commands/create.ts';
import type { CommandKindName } from '#shared/domain/command-kinds.ts';

export interface Wanted {
  kind: CommandKindName;
  targets: readonly Target[];
  reason: string;
  life_minutes: number;
  concurrency: number;
  /** The caller's field name for its targets, for errors; their parameters are then direct fields. */
  named?: 'items';
}
