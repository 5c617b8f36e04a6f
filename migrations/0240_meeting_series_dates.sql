-- A series is sent to calendars as one invitation; its dates are known there by the start they were first planned for.

-- RECURRENCE-ID of a date of a series. Null: the meeting has an invitation of its own, also of series from before this.
alter table meeting add column planned_at timestamptz;
