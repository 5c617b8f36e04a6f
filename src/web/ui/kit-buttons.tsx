import { LoadingOutlined } from '@ant-design/icons';
import type { ConfigProviderProps } from 'antd';

/**
 * How every button of the kit behaves. The kit's own turning icon waits for the end of a transition before it goes. Where an
 * answer comes before the icon has grown there is no transition: it would stay, unseen, in the name of the button.
 */
export const kitButtons: ConfigProviderProps['button'] = {
  autoInsertSpace: false,
  loadingIcon: <LoadingOutlined />,
};
