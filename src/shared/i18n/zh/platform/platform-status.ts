/** How the platform is, and what keeps it in order. */
export const platformStatus = {
  tab_status: '运行状态',
  hint: '平台现在的运行情况，以及自动进行的维护',
  tab_settings: '平台设置',

  title: '运行状态',
  well: '一切正常',
  well_hint: '数据接入、数据库、磁盘和维护任务都没有异常',
  not_well: '有 {{count}} 项需要处理',
  version: '版本 {{version}}',
  uptime: '已运行 {{time}}',
  every: '每 {{seconds}} 秒更新',

  finding_database_critical: '数据库没有应答',
  finding_database_critical_hint:
    '收到的数据暂存在内存中，不会向设备确认；恢复后自动入库。请检查数据库服务。',
  finding_writes_critical: '数据库拒绝写入',
  finding_writes_critical_hint:
    '收到的数据暂存在内存中，不会向设备确认；恢复写入后自动入库。请检查数据库所在磁盘的剩余空间，以及数据库是否处于只读状态。',
  finding_disk_warning: '磁盘空间不足：{{place}}所在磁盘剩余 {{free}}，共 {{total}}',
  finding_disk_warning_hint: '请扩容、清理磁盘，或缩短数据保留期限后立即运行“清理过期数据”。',
  finding_disk_critical: '磁盘即将写满：{{place}}所在磁盘剩余 {{free}}，共 {{total}}',
  finding_disk_critical_hint: '写满后无法再接收数据。请立即扩容或清理磁盘。',
  finding_ingest_critical: '数据入库跟不上接收',
  finding_ingest_critical_hint: '有数据等待入库超过 30 秒。请检查数据库的负载和磁盘速度。',
  finding_mqtt_warning: 'MQTT 服务器没有连接',
  finding_mqtt_warning_hint:
    '经 MQTT 上传的数据暂时收不到，会自动重连；消息由服务器保留。请检查 MQTT_URL 和网络。',
  finding_upkeep_warning: '有维护任务连续失败',
  finding_upkeep_warning_hint: '原因见下方“维护任务”。',
  finding_settings_warning: '已存的设置无法使用：{{settings}}',
  finding_settings_warning_hint: '目前按默认值运行。请在“平台设置”中重新填写并保存，保存时会清除无效的值。',
  finding_files_warning: '没有与服务器 {{servers}} 共用文件夹',
  finding_files_warning_hint:
    '在那台服务器上传、导出或生成的文件，在这里下载不到。请让所有服务器的 FILES_DIR 指向同一个文件夹。',
  look: '查看运行状态',
  dismiss: '本次不再提示',

  ingest: '数据接入',
  per_minute: '包/分钟',
  measuring: '测量中',
  recent: '近 10 分钟每分钟接收的数据包',
  waiting: '等待入库',
  lag: '最长等待',
  stored: '启动以来入库',
  dropped: '启动以来未能入库',

  doors: '在线',
  stations: '站点连接',
  viewers: '实时页面',

  mqtt_connected: '已连接，{{count}} 条',
  mqtt_away: '未连接',

  queues: '后台队列',
  rollups: '待汇总时段',
  jobs_running: '进行中的任务',
  jobs_queued: '等待的任务',
  messages: '待发消息',

  database: '数据库',
  database_away: '没有应答',
  answers_in: '应答用时',

  holds_all: '数据库和文件',
  holds_files: '文件',
  holds_database: '数据库',
  disk_of: '{{place}}所在磁盘',
  disk_free: '剩余',
  disk_used: '已用 {{used}}，共 {{total}}',
  disk_bounds: '剩余不足 {{warning}} 时提醒，不足 {{critical}} 时告警',
  disk_elsewhere: '数据库使用自备的 PostgreSQL，其磁盘不在此测量，请在数据库服务器上监测。',

  process: '服务进程',
  memory: '内存',
  cpu: '处理器',
  cpu_part: '单核的 {{percent}}%',
  loop_lag: '响应延迟',
  ms: '{{ms}} 毫秒',
  seconds: '{{seconds}} 秒',
};
