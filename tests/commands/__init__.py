"""The subcommands of ekit as a person at a terminal meets them."""
