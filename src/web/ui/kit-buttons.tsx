import { LoadingOutlined } from '@ant-design/icons';
import type { ConfigProviderProps } from 'antd';

/**
 * Settings of every antd button. antd removes its own loading icon on transitionend. If the answer arrives before the
 * icon has grown, there is no transition, and the hidden icon would stay in the accessible name of the button.
 */
export const kitButtons: ConfigProviderProps['button'] = {
  autoInsertSpace: false,
  loadingIcon: <LoadingOutlined />,
};
