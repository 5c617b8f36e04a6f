import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/control/problems.ts';

export const controlProblems = {
  not_of_site: 'The site does not have this factor',
  command_not_supported: 'The protocol of this site cannot set K and B',
  command_no_code: 'The protocol of this site has no code for this factor',
  own_factor: 'A factor cannot interfere with itself: enter 0',
  interference_range: 'The coefficient must be between -2 and 2',
  unstable_pair:
    'The two factors interfere too much with each other: the product of both coefficients must be below 0.5',
  unstable_matrix: 'Several factors interfere too much with each other to be solved reliably',
} satisfies Words<typeof zh.controlProblems>;
