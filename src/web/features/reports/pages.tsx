import { ReportPage } from './ReportPage.tsx';

export const DailyReportPage = () => <ReportPage kind="day" />;
export const WeeklyReportPage = () => <ReportPage kind="week" />;
export const MonthlyReportPage = () => <ReportPage kind="month" />;
export const YearlyReportPage = () => <ReportPage kind="year" />;
