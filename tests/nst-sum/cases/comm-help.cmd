nst-sum --comm help
