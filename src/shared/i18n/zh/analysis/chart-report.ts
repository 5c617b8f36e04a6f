/** A report composed of charts. */
export const chartReport = {
  report: '分析报告',
  hint: '把图表加入报告，写上说明，打印或另存为 PDF',
  add: '加入报告',
  added: '已加入分析报告',
  full: '报告最多 {{count}} 张图表，请先移除一些',
  back: '返回图表',
  clear_question: '清空报告？',
  empty: '报告里还没有图表',
  empty_hint: '点图表右上角的“加入报告”，三个分析页面的图表可以放进同一份报告',
  title: '报告标题',
  text: '概述与结论',
  figure_text: '图表说明',
  move_up: '上移',
  move_down: '下移',
  remove: '移除',
  no_picture: '此图没有可保存的内容',
};
