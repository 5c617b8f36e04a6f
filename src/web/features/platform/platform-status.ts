import type { AnswerOf } from '#shared/contract/define.ts';
import type { platformStatus } from '#shared/contract/platform/platform-status.ts';

export type PlatformStatus = AnswerOf<typeof platformStatus.data>;
