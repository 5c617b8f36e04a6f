import { ServiceBanner } from '#web/shell/ServiceBanner.tsx';
import { LoginPage } from './LoginPage.tsx';

/** Whoever cannot sign in should see whether it is the server's fault. */
export function LoginScreen() {
  return (
    <>
      <ServiceBanner />
      <LoginPage />
    </>
  );
}
