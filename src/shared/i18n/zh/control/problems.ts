export const controlProblems = {
  not_of_site: '该站点没有这个因子',
  command_not_supported: '该站点的协议不支持设置 K、B',
  command_no_code: '该站点的协议没有这个因子的编码',
  own_factor: '因子对自身的系数只能是 0',
  interference_range: '系数应在 -2 到 2 之间',
  unstable_pair: '两个因子互相干扰过大：两个系数的乘积应小于 0.5',
  unstable_matrix: '几个因子互相干扰过大，无法稳定求解',
};
