export const controlProblems = {
  corrected_in_platform: '该站点在平台中校正，不能下发给设备',
  not_of_site: '该站点没有这个因子',
  command_not_supported: '该站点的协议不支持设置 K、B',
  command_no_code: '该站点的协议没有这个因子的编码',
  own_command: 'K、B 请在“设置 K、B”中修改',
  own_factor: '因子对自身的系数只能是 0',
  interference_range: '系数应在 -2 到 2 之间',
  unstable_pair: '两个因子互相干扰过大：两个系数的乘积应小于 0.5',
  unstable_matrix: '几个因子互相干扰过大，无法稳定求解',
};

export const controlDetails = {
  correction_running: '该站点的数据正在重算，请稍后再试',
  correction_not_last: '只能撤销最近一次修改',
  corrected_in_device: '该站点在设备中校正，请先改为在平台中校正',
  correction_needs_approval:
    '这里还有生效的校正，而修改 K、B 需要另一个人批准。请先把它们改回 K = 1、B = 0。',
  correction_form_approval: '修改 K、B 需要另一个人批准，请在校正页面中修改',
  correction_own_undo: '修改 K、B 需要两个人：请由另一个人撤销你的修改',
};
