import { ServiceBanner } from '#web/shell/ServiceBanner.tsx';
import { LoginPage } from './LoginPage.tsx';

/** Shows outages to users who cannot sign in. */
export function LoginScreen() {
  return (
    <>
      <ServiceBanner />
      <LoginPage />
    </>
  );
}
