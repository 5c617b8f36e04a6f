import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/platform/platform-status.ts';

/** Platform status and scheduled maintenance. */
export const platformStatus = {
  tab_status: 'Status',
  hint: 'Platform status and scheduled maintenance',
  tab_settings: 'Settings',

  title: 'Status',
  well: 'All systems normal',
  well_hint: 'Ingest, database, disk and scheduled maintenance work normally',
  not_well: 'Problems: {{count}}',
  version: 'Version {{version}}',
  uptime: 'Up for {{time}}',
  every: 'Updates every {{seconds}} s',

  finding_database_critical: 'The database does not answer',
  finding_database_critical_hint:
    'Check the database service. Incoming data wait in memory, unacknowledged, and are stored once the database is back.',
  finding_writes_critical: 'The database rejects writes',
  finding_writes_critical_hint:
    'Check the free disk space of the database and whether it is read-only. Incoming data wait in memory, unacknowledged, and are stored once writes work again.',
  finding_disk_warning: 'Low disk space for {{place}}: {{free}} of {{total}} free',
  finding_disk_warning_hint:
    'Add disk space, delete files, or shorten the retention and run “Delete expired data” now.',
  finding_disk_critical: 'Disk almost full for {{place}}: {{free}} of {{total}} free',
  finding_disk_critical_hint: 'Add or free disk space now. When the disk is full, no data can be received.',
  finding_ingest_critical: 'Data arrive faster than they can be stored',
  finding_ingest_critical_hint:
    'Check the database load and disk speed. Data have waited for more than 30 s.',
  finding_mqtt_warning: 'The MQTT broker is not connected',
  finding_mqtt_warning_hint:
    'Check MQTT_URL and the network. No MQTT data arrive for now; the broker keeps the messages and the platform reconnects automatically.',
  finding_upkeep_warning: 'Scheduled maintenance keeps failing',
  finding_upkeep_warning_hint: 'See the reason under “Scheduled maintenance” below.',
  finding_settings_warning: 'Invalid saved settings: {{settings}}',
  finding_settings_warning_hint:
    'Enter the values again under “Settings” and save. Until then the defaults apply.',
  finding_files_warning: 'Files are not shared with server {{servers}}',
  finding_files_warning_hint:
    'Set FILES_DIR to the same folder on all servers. Files uploaded, exported or created there cannot be downloaded here.',
  finding_role_warning: 'No server has the role “{{role}}”',
  finding_role_warning_hint: '{{missing}} Start a server whose ROLES include {{code}}.',
  look: 'Show status',
  dismiss: 'Dismiss for now',

  ingest: 'Ingest',
  per_minute: 'packets/min',
  measuring: 'measuring',
  recent: 'Packets per minute, last 10 minutes',
  waiting: 'Waiting',
  lag: 'Longest wait',
  stored: 'Stored since start',
  dropped: 'Dropped since start',

  doors: 'Online',
  stations: 'Station connections',
  viewers: 'Live pages',

  mqtt_connected: 'connected, messages: {{count}}',
  mqtt_away: 'not connected',

  queues: 'Background queues',
  rollups: 'Periods to aggregate',
  jobs_running: 'Jobs running',
  jobs_queued: 'Jobs waiting',
  messages: 'Messages to send',

  database: 'Database',
  database_away: 'No answer',
  answers_in: 'Response time',

  holds_all: 'database and files',
  holds_files: 'files',
  holds_database: 'the database',
  disk_of: 'Disk for {{place}}',
  disk_free: 'free ({{percent}}%)',
  disk_used: '{{used}} of {{total}} used',
  disk_bounds: 'Warning below {{warning}} free, alarm below {{critical}}',
  disk_elsewhere:
    'The database runs on your own PostgreSQL server. Monitor its disk there; it is not measured here.',

  process: 'Server process',
  memory: 'Memory',
  cpu: 'Processor',
  cpu_part: '{{percent}}% of one core',
  loop_lag: 'Response lag',
  ms: '{{ms}} ms',
  seconds: '{{seconds}} s',

  this_server: '{{title}} · this server',
  servers: 'Servers',
  servers_hint: 'Servers that use the same database',
  server: 'Server',
  is_this: 'This server',
  gateway_port: 'Device port {{port}}',
  opening: 'Starting',
  does: 'Roles and exclusive tasks',
  role_gateway: 'Device gateway',
  role_api: 'Pages and API',
  role_jobs: 'Background jobs',
  role_gateway_missing: 'Devices cannot connect and no data arrive.',
  role_api_missing: 'Pages and the API cannot be reached.',
  role_jobs_missing: 'Hourly and daily data are not computed; exports, reports and messages wait.',
  since: 'Started {{at}}',
  last_sign: 'Last heartbeat',
  alive: '{{seconds}} s ago',
  gone: 'No heartbeat since {{at}}',
  duties: 'Exclusive: {{names}}',
  duties_hint:
    'Exclusive tasks run on one server at a time. If it stops, another takes over within about 20 s.',
  duty_rollup: 'Aggregation',
  duty_alarms: 'Alarm evaluation',
  duty_virtual_data: 'Virtual data',
  duty_reports: 'Scheduled reports',
  duty_orders: 'Work order plans and escalation',
  duty_resupply: 'Automatic data resupply',
  duty_meetings: 'Meeting room release',
  duty_sittings: 'Assessments that run out of time',
  duty_telling: 'Alarm notifications',
  duty_broker: 'MQTT connection',
  duty_demo: 'Demo stations',
} satisfies Words<typeof zh.platformStatus>;
