-- What devices say of their own state is looked at every few seconds.
create index device_log_state on device_log (info, ts)
  where info in ('i12001', 'i12002', 'i12003', 'i12031', 'i22001', 'i22101', 'i32001', 'i33103', 'RS');
