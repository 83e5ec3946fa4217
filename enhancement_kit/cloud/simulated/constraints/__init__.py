"""What AWS's own service models say of the parameters of a call, and how AWS refuses a call that breaks it."""
