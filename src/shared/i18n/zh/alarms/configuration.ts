export const alarmConfig = {
  hint: '设置报警类型、通知对象与方式、消息模板和维护时段',
  tab_kinds: '报警类型',
  tab_recipients: '通知规则',
  tab_robots: '群机器人',
  tab_templates: '消息模板',
  tab_telling: '升级与免打扰',
  tab_maintenance: '维护时段',
};
