import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/control/problems.ts';

export const controlProblems = {
  corrected_in_platform: 'This site is corrected in the platform; values cannot be sent to the device',
  not_of_site: 'The site does not have this factor',
  command_not_supported: 'The protocol of this site cannot set K and B',
  command_no_code: 'The protocol of this site has no code for this factor',
  own_command: 'Slope K and intercept B are set by “Set K and B”',
  own_factor: 'A factor cannot interfere with itself: enter 0',
  interference_range: 'The coefficient must be between -2 and 2',
  unstable_pair:
    'The two factors interfere too much with each other: the product of both coefficients must be below 0.5',
  unstable_matrix: 'Several factors interfere too much with each other: lower their coefficients',
} satisfies Words<typeof zh.controlProblems>;

export const controlDetails = {
  correction_running: 'Data of this site are being recalculated. Try again later.',
  correction_not_last: 'Only the last change can be undone.',
  corrected_in_device: 'This site is corrected in the device. Move its correction to the platform first.',
  correction_needs_approval:
    'Corrections are in effect here, and changes of K and B need approval. Set them back to K = 1 and B = 0 first.',
  correction_form_approval:
    'Changes of K and B need the approval of another person. Make them on the correction page.',
  correction_own_undo: 'Changes of K and B take two people. Ask another person to undo your change.',
} satisfies Words<typeof zh.controlDetails>;
