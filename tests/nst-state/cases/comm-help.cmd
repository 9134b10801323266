nst-state --comm help
