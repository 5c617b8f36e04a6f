import { Button, type ButtonProps } from 'antd';
import { type Question, useConfirm } from './useConfirm.ts';

interface ConfirmButtonProps extends Omit<ButtonProps, 'onClick'> {
  question: Question;
  onConfirm(): unknown;
}

/** For what cannot be undone: the question names what will be lost. */
export function ConfirmButton({ question, onConfirm, ...button }: ConfirmButtonProps) {
  const ask = useConfirm();
  return <Button danger={question.danger} {...button} onClick={() => ask(question, onConfirm)} />;
}
